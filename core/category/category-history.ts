import { historyIn } from "#core/audit/history-in";
import { categories } from "./category.table.ts";

export const categoryHistory = historyIn(categories, "category.unknown");
