/** Reports: what was sold, paid, returned and is in stock. */
import * as z from "zod";
import { day, id, verbatim } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import {
  BehindOrder,
  Channels,
  modes,
  Payments,
  Products,
  periods,
  Returned,
  Sales,
  StockValue,
  Taxes,
  Unfulfilled,
} from "./report-shapes.ts";

export * from "./report-queries.ts";
export * from "./report-shapes.ts";

/** More bars than anybody looks at, and few enough to answer at once. */
export const periodsMost = 400;
/** What is shown when no days are named: today and the days before it. */
export const daysShown = 30;
/** Twenty years: a report by method or product names no periods, and is bounded by its days. */
export const daysMost = 7_310;

const range = {
  from: day.optional().describe("Both days are included. Without them, the 30 days that end with `to`, or today."),
  to: day.optional(),
};
const compare = z.boolean().default(false).describe("Whether to answer the days before as well.");

const inOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  !from || !to || from <= to;
const notBefore = { path: ["to"], error: "not before `from`" };

export const sales = operation({
  name: "report.sales",
  method: "GET",
  path: "/api/admin/reports/sales",
  right: "reports.read",
  vendor: "closed",
  summary:
    "Report what was sold by day, week or month of the store's time zone, and what was collected and refunded then. Cancelled orders are left out of sales, and never out of money.",
  input: z
    .strictObject({ ...range, by: z.enum(periods).default("day").describe("Weeks begin on Monday."), compare })
    .refine(inOrder, notBefore),
  output: Sales,
  refuses: ["report.tooLong"],
});

export const payments = operation({
  name: "report.payments",
  method: "GET",
  path: "/api/admin/reports/payments",
  right: "reports.read",
  vendor: "closed",
  summary:
    "Report what was collected and refunded by each payment method, from the payments themselves, whatever has become of their orders.",
  input: z.strictObject({ ...range, compare }).refine(inOrder, notBefore),
  output: Payments,
  refuses: ["report.tooLong"],
});

export const products = operation({
  name: "report.products",
  method: "GET",
  path: "/api/admin/reports/products",
  right: "reports.read",
  vendor: "closed",
  summary: "Report which products were sold most, of orders that are not cancelled.",
  input: z
    .strictObject({
      ...range,
      by: z.enum(["product", "variant"]).default("product"),
      sort: z.enum(["revenue", "units"]).default("revenue"),
      limit: z.int().min(1).max(200).default(50),
      compare,
    })
    .refine(inOrder, notBefore),
  output: Products,
  refuses: ["report.tooLong"],
});

export const taxes = operation({
  name: "report.taxes",
  method: "GET",
  path: "/api/admin/reports/taxes",
  right: "reports.read",
  vendor: "closed",
  summary: "Report the taxes of what was sold, by rate. Cancelled orders are left out.",
  input: z.strictObject(range).refine(inOrder, notBefore),
  output: Taxes,
  refuses: ["report.tooLong"],
});

export const channels = operation({
  name: "report.channels",
  method: "GET",
  path: "/api/admin/reports/channels",
  right: "reports.read",
  vendor: "closed",
  summary: "Report what was sold through each channel. Cancelled orders are left out.",
  input: z.strictObject(range).refine(inOrder, notBefore),
  output: Channels,
  refuses: ["report.tooLong"],
});

export const returned = operation({
  name: "report.returned",
  method: "GET",
  path: "/api/admin/reports/returns",
  right: "reports.read",
  vendor: "closed",
  summary: "Report what came back, by product and reason.",
  input: z
    .strictObject({ ...range, by: z.enum(["product", "reason", "productAndReason"]).default("productAndReason") })
    .refine(inOrder, notBefore),
  output: Returned,
  refuses: ["report.tooLong"],
});

export const stockValue = operation({
  name: "report.stockValue",
  method: "GET",
  path: "/api/admin/reports/stock-value",
  right: "reports.read",
  vendor: "closed",
  summary: "Report what the stock on hand has cost, as it is now.",
  input: z.strictObject({ by: z.enum(["location", "category", "vendor", "product"]).default("location") }),
  output: StockValue,
  refuses: [],
});

export const unfulfilled = operation({
  name: "report.unfulfilled",
  method: "GET",
  path: "/api/admin/reports/unfulfilled",
  right: "reports.read",
  vendor: "closed",
  summary: "Report for how long orders have waited that are to be shipped, in whole or in part.",
  input: z.strictObject({}),
  output: Unfulfilled,
  refuses: [],
});

/** The figures that consist of orders. */
export const figures = ["sales", "collected", "refunded", "product", "tax", "returned"] as const;

export const orders = operation({
  name: "report.orders",
  method: "GET",
  path: "/api/admin/reports/orders",
  right: "reports.read",
  vendor: "closed",
  summary:
    "List the orders behind a figure, newest first, each with what it adds to it: the rows add up to the figure.",
  input: z
    .strictObject({
      ...listing,
      from: day,
      to: day,
      figure: z.enum(figures),
      method: verbatim(1, 100).optional().describe("Of `collected` and `refunded`: by this payment method."),
      mode: z.enum(modes).default("live").describe("Of `collected` and `refunded`."),
      productId: id("product").optional().describe("Of `product` and `returned`."),
      variantId: id("variant").optional().describe("Of `product`."),
      basisPoints: z.int().min(0).max(10_000).optional().describe("Of `tax`: of this rate."),
      reason: verbatim(0, 500).optional().describe("Of `returned`; empty for those without one."),
    })
    .refine(inOrder, notBefore),
  output: pageOf(BehindOrder),
  refuses: ["report.tooLong"],
});
