/** Reports: what was sold, paid, returned and is in stock. */
import * as z from "zod";
import { day, id, verbatim } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
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
} from "./parts/report-shapes.ts";

export * from "./parts/report-queries.ts";
export * from "./parts/report-shapes.ts";

/** More bars than anyone looks at, yet few enough for one answer. */
export const periodsMax = 400;
/** Default period: today and the days before it. */
export const daysShown = 30;
/** Twenty years: bounds reports that are not divided into periods, such as those by method or product. */
export const daysMax = 7_310;

const range = {
  from: day.optional().describe("Both days are included. Default: the 30 days that end with `to`, or today."),
  to: day.optional(),
};
const compare = z.boolean().default(false).describe("Whether to include the preceding period for comparison.");

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
    "Report sales by day, week or month in the store's time zone, and what was collected and refunded then. Cancelled orders are left out of sales, but their payments and refunds count.",
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
    "Report what was collected and refunded by payment method, from the payments themselves, including those of cancelled orders.",
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
  summary: "Report the best-selling products, without cancelled orders.",
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
  summary: "Report the taxes on sales, by rate. Cancelled orders are left out.",
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
  summary: "Report sales by channel. Cancelled orders are left out.",
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
  summary: "Report returned goods, by product and reason.",
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
  summary: "Report the value at cost of the stock currently on hand.",
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
  summary: "Report how long orders that are still to be shipped, in whole or in part, have waited.",
  input: z.strictObject({}),
  output: Unfulfilled,
  refuses: [],
});

/** The figures that are made up of orders. */
export const figures = ["sales", "collected", "refunded", "product", "tax", "returned"] as const;

export const orders = operation({
  name: "report.orders",
  method: "GET",
  path: "/api/admin/reports/orders",
  right: "reports.read",
  vendor: "closed",
  summary: "List the orders behind a figure, newest first, each with its share: the rows add up to the figure.",
  input: z
    .strictObject({
      ...listing,
      from: day,
      to: day,
      figure: z.enum(figures),
      method: verbatim(1, 100).optional().describe("For `collected` and `refunded`: this payment method only."),
      mode: z.enum(modes).default("live").describe("For `collected` and `refunded`."),
      productId: id("product").optional().describe("For `product` and `returned`."),
      variantId: id("variant").optional().describe("For `product`."),
      basisPoints: z.int().min(0).max(10_000).optional().describe("For `tax`: this rate only."),
      reason: verbatim(0, 500).optional().describe("For `returned`; empty for returns without a reason."),
    })
    .refine(inOrder, notBefore),
  output: pageOf(BehindOrder),
  refuses: ["report.tooLong"],
});
