import { historyIn } from "#core/audit/history-in";
import { discounts } from "./discount.table.ts";

export const discountHistory = historyIn(discounts, "discount.unknown");
