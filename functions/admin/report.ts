import * as report from "#core/contract/report";
import { salesReport } from "#core/report/sales";
import { reads } from "#functions/admin";

export const sales = reads(report.sales, salesReport);
