/** Reports: what was sold (SPEC §11). */
import * as z from "zod";
import { currency, day, money } from "./fields.ts";
import { operation } from "./kit.ts";

export const periods = ["day", "week", "month"] as const;

/** More bars than anybody looks at, and few enough to answer at once. */
export const periodsMost = 400;
/** What is shown when no days are named: today and the days before it. */
export const daysShown = 30;

const Sold = z.object({
  /** The period's first and last day. Of a week or a month, only the days that were asked for. */
  from: day,
  to: day,
  /** Orders placed in the period. Cancelled ones count nowhere in this report, whenever they were cancelled. */
  orders: z.int(),
  /** Units that these orders are for, shipped or not. */
  units: z.int(),
  /** What they come to: with shipping and taxes, after discounts. */
  gross: money,
  /** What has been paid for these orders until now, whenever it was; what was refunded is not taken off. */
  collected: money,
});

export const Sales = z.object({
  by: z.enum(periods),
  /** Whose midnights part the days. */
  timeZone: z.string(),
  /** The store's, and so every order's: it stays once there is an order (`store.currencyInUse`), so sums never mix two. */
  currency,
  /** The oldest first, those without an order too. */
  periods: z.array(Sold),
});
export type Sales = z.output<typeof Sales>;

const input = z.strictObject({
  /** Both days are included. Without them, the 30 days that end with `to`, or today. */
  from: day.optional(),
  to: day.optional(),
  /** Weeks begin on Monday. */
  by: z.enum(periods).default("day"),
});

export const sales = operation({
  name: "report.sales",
  method: "GET",
  path: "/api/admin/reports/sales",
  right: "reports.read",
  vendor: "closed",
  summary: "What was sold by day, week or month of the store's time zone. Cancelled orders are left out.",
  input: input.refine(({ from, to }) => !from || !to || from <= to, { path: ["to"], error: "not before `from`" }),
  output: Sales,
  refuses: ["report.tooLong"],
});
