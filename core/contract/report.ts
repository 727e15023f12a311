/** Reports: what was sold. */
import * as z from "zod";
import { currency, day, money } from "./fields.ts";
import { operation } from "./kit.ts";

export const periods = ["day", "week", "month"] as const;

/** More bars than anybody looks at, and few enough to answer at once. */
export const periodsMost = 400;
/** What is shown when no days are named: today and the days before it. */
export const daysShown = 30;

const Sold = z.object({
  from: day.describe("The period's first day. Of a week or a month, only the days that were asked for."),
  to: day.describe("Its last day."),
  orders: z
    .int()
    .describe(
      "Orders placed in the period. Cancelled ones count nowhere in this report, whenever they were cancelled.",
    ),
  units: z.int().describe("Units that these orders are for, shipped or not."),
  gross: money.describe("What they come to: with shipping and taxes, after discounts."),
  collected: money.describe(
    "What has been paid for these orders until now, whenever it was; what was refunded is not taken off.",
  ),
});

export const Sales = z.object({
  by: z.enum(periods),
  timeZone: z.string().describe("Whose midnights part the days."),
  /** The store's, and so every order's: it stays once there is an order (`store.currencyInUse`), so sums never mix two. */
  currency,
  periods: z.array(Sold).describe("The oldest first, those without an order too."),
});
export type Sales = z.output<typeof Sales>;

const input = z.strictObject({
  from: day.optional().describe("Both days are included. Without them, the 30 days that end with `to`, or today."),
  to: day.optional(),
  by: z.enum(periods).default("day").describe("Weeks begin on Monday."),
});

export const sales = operation({
  name: "report.sales",
  method: "GET",
  path: "/api/admin/reports/sales",
  right: "reports.read",
  vendor: "closed",
  summary: "Report what was sold by day, week or month of the store's time zone. Cancelled orders are left out.",
  input: input.refine(({ from, to }) => !from || !to || from <= to, { path: ["to"], error: "not before `from`" }),
  output: Sales,
  refuses: ["report.tooLong"],
});
