/** What the reports, and the screen Home, take in a large store: asked of the handlers themselves, as the admin asks. */

import type { Asked, Operation } from "#core/contract/kit";
import * as order from "#core/contract/order";
import * as report from "#core/contract/report";
import * as stock from "#core/contract/stock";
import { keepFigures } from "#core/report/keep-figures";
import { within } from "#core/time-left";
import { call } from "#test/support/call";
import { percentiles } from "./load.ts";

interface ReportRow {
  readonly name: string;
  readonly size: number;
  readonly [figure: string]: string | number;
}

const times = 20;
const minuteMs = 60_000;

/**
 * The days that are over are kept first, as the schedule does; then each report over all the store's days and over the thirty
 * that it shows unasked, and what Home asks for, all of it at once.
 */
export async function reports(size: number, as: string): Promise<ReportRow[]> {
  const began = performance.now();
  const { days } = await keepFigures(within(30 * minuteMs));
  const keepSeconds = Math.round((performance.now() - began) / 1_000);
  const ask = async <Op extends Operation>(op: Op, input: NoInfer<Asked<Op>>) => {
    const { status } = await call(op, input, { as });
    if (status !== 200) throw new Error(`${op.name} answered ${status}`);
  };
  const timed = async (name: string, work: () => Promise<unknown>): Promise<ReportRow> => {
    const took: number[] = [];
    for (let nth = 0; nth < times; nth++) {
      const since = performance.now();
      await work();
      took.push(performance.now() - since);
    }
    return { name, size, ...percentiles(took) };
  };
  const to = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 370 * 24 * 60 * minuteMs).toISOString().slice(0, 10);
  const year = { from, to };
  return [
    { name: `figures of ${days} days, worked out and kept`, size, seconds: keepSeconds },
    await timed("report of sales, 30 days", () => ask(report.sales, {})),
    await timed("report of sales, a year by month", () => ask(report.sales, { ...year, by: "month", compare: true })),
    await timed("report of payments, a year", () => ask(report.payments, year)),
    await timed("report of products, a year", () => ask(report.products, year)),
    await timed("report of taxes, a year", () => ask(report.taxes, year)),
    await timed("report of returns, a year", () => ask(report.returned, year)),
    await timed("report of the stock's value", () => ask(report.stockValue, {})),
    await timed("report of unfulfilled orders", () => ask(report.unfulfilled, {})),
    await timed("orders behind a year's sales", () => ask(report.orders, { figure: "sales", ...year })),
    await timed("what Home asks for, at once", () =>
      Promise.all([
        ask(order.list, { fulfillable: true, sort: "oldest", limit: 100 }),
        ask(order.list, { backordered: true, sort: "oldest", limit: 100 }),
        ask(order.list, { status: ["partiallyShipped"], sort: "oldest", limit: 100 }),
        ask(order.list, { status: ["pending"], sort: "oldest", limit: 100 }),
        ask(order.list, { limit: 8 }),
        ask(stock.low, { limit: 100 }),
        ask(report.sales, {}),
      ]),
    ),
  ];
}
