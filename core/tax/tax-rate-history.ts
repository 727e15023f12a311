import { historyIn } from "#core/audit/history-in";
import { taxRates } from "./tax.table.ts";

export const taxRateHistory = historyIn(taxRates, "taxRate.unknown");
