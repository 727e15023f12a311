import { historyIn } from "#core/audit/history-in";
import { locations } from "./location.table.ts";

export const locationHistory = historyIn(locations, "location.unknown");
