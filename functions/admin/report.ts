import * as report from "#core/contract/report";
import { channelsReport } from "#core/report/channels";
import { ordersBehind } from "#core/report/orders-behind";
import { paymentsReport } from "#core/report/payments";
import { productsReport } from "#core/report/products";
import { returnedReport } from "#core/report/returned";
import { salesReport } from "#core/report/sales";
import {
  createQuery as create,
  editQuery as edit,
  listQueries as list,
  readQuery as read,
  removeQuery as remove,
} from "#core/report/sql/queries";
import { runQuery as run, tryQuery as tryOut } from "#core/report/sql/run";
import { cancelRun as cancel, listRuns as runs } from "#core/report/sql/runs";
import { readSchema as schema } from "#core/report/sql/schema";
import { setSchedule as schedule } from "#core/report/sql/set-schedule";
import { stockValueReport } from "#core/report/stock-value";
import { taxesReport } from "#core/report/taxes";
import { unfulfilledReport } from "#core/report/unfulfilled";
import { reads, steps, writes } from "#functions/admin";
import { readsMuch } from "#functions/reads-much";

export const sales = readsMuch(report.sales, salesReport);
export const payments = readsMuch(report.payments, paymentsReport);
export const products = readsMuch(report.products, productsReport);
export const taxes = readsMuch(report.taxes, taxesReport);
export const channels = readsMuch(report.channels, channelsReport);
export const returned = readsMuch(report.returned, returnedReport);
export const stockValue = readsMuch(report.stockValue, stockValueReport);
export const unfulfilled = readsMuch(report.unfulfilled, unfulfilledReport);
export const orders = readsMuch(report.orders, ordersBehind);
export const listQueries = reads(report.listQueries, list);
export const readQuery = reads(report.readQuery, read);
export const createQuery = writes(report.createQuery, create);
export const editQuery = writes(report.editQuery, edit);
export const removeQuery = writes(report.removeQuery, remove);
export const setSchedule = writes(report.setSchedule, schedule);
export const runQuery = steps(report.runQuery, run);
export const tryQuery = steps(report.tryQuery, tryOut);
export const listRuns = reads(report.listRuns, runs);
export const cancelRun = steps(report.cancelRun, cancel);
export const readSchema = reads(report.readSchema, schema);
