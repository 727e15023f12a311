/** Exports: lists written to files in the background, to be downloaded when done. */
import * as z from "zod";
import * as audit from "./audit.ts";
import * as customer from "./customer.ts";
import { id, time, verbatim } from "./kit/fields.ts";
import { listing, type Operation, operation, pageOf } from "./kit/operation.ts";
import * as order from "./order.ts";
import { Download, jobFields, jobStatuses } from "./parts/job-shapes.ts";
import * as product from "./product.ts";
import * as stock from "./stock.ts";
import type { Right } from "./values/rights.ts";

const filtersOf = ({ input }: Operation) => {
  const { limit: _, cursor: _cursor, sort: _sort, ...filters } = input.shape;
  return z.strictObject(filters);
};
const span = { from: time.optional(), to: time.optional() };

/** What can be exported: the right it takes, and the filters of its list. */
export const exported = {
  orders: { right: "orders.read", filters: filtersOf(order.list) },
  stock: { right: "inventory.read", filters: filtersOf(stock.list) },
  movements: { right: "inventory.read", filters: filtersOf(stock.movements) },
  products: { right: "catalog.read", filters: filtersOf(product.list) },
  customers: { right: "customers.read", filters: filtersOf(customer.list) },
  priceLists: { right: "pricing.read", filters: z.strictObject({}) },
  payments: { right: "orders.read", filters: z.strictObject(span) },
  audit: { right: "audit.read", filters: filtersOf(audit.list) },
} as const satisfies Readonly<Record<string, { right: Right; filters: z.ZodObject }>>;
export type ExportKind = keyof typeof exported;
export const exportKinds = Object.keys(exported) as [ExportKind, ...ExportKind[]]; // Object.keys forgets the keys
const kind = z.enum(exportKinds);

const value = z.union([verbatim(0, 500), z.boolean(), z.number()]);
const filters = z
  .record(z.string().max(50), z.union([value, z.array(value).max(stock.chosenMax)]))
  .describe("That list's own filters, in the same form; empty for everything.");

export const Export = z.object({
  id: id("export"),
  kind,
  ...jobFields,
  filters: z.record(z.string(), z.unknown()),
  bytes: z.int().describe("Bytes written so far."),
  file: Download.nullable().describe("Where to download it; only `export.read` returns this, once the export is done."),
});
export type Export = z.output<typeof Export>;

export const create = operation({
  name: "export.create",
  method: "POST",
  path: "/api/admin/jobs/exports",
  right: "data.export",
  vendor: "closed",
  summary:
    "Export a list to a CSV file, in the background. Files of orders, stock, products, customers and price lists can be imported again.",
  input: z.strictObject({ kind, filters: filters.default({}) }),
  output: Export,
  status: 202,
  refuses: ["right.missing"],
});

export const list = operation({
  name: "export.list",
  method: "GET",
  path: "/api/admin/jobs/exports",
  right: "data.export",
  vendor: "closed",
  summary:
    "List exports, newest first. They are kept for a month; files of orders, customers or the audit are removed when a customer is erased.",
  input: z.strictObject({ kind: kind.optional(), status: z.enum(jobStatuses).optional(), ...listing }),
  output: pageOf(Export),
  refuses: [],
});

export const read = operation({
  name: "export.read",
  method: "GET",
  path: "/api/admin/jobs/exports/{id}",
  right: "data.export",
  vendor: "closed",
  summary: "Show an export's progress, and where its file can be downloaded.",
  input: z.strictObject({ id: id("export") }),
  output: Export,
  refuses: ["export.unknown", "right.missing"],
});

export const cancel = operation({
  name: "export.cancel",
  method: "POST",
  path: "/api/admin/jobs/exports/{id}/cancel",
  right: "data.export",
  vendor: "closed",
  summary: "Cancel an export. There will be no file.",
  input: z.strictObject({ id: id("export") }),
  output: Export,
  refuses: ["export.unknown", "export.ended", "right.missing"],
});
