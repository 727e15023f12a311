/** Tax rates. Whether prices include tax is a setting of the store. */
import * as z from "zod";
import { id, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";

export const TaxRate = z.object({
  id: id("taxRate"),
  name: z.string(),
  basisPoints: z.int().describe("Hundredths of a per cent: 1800 is 18 %."),
  isDefault: z.boolean().describe("Applies to every variant without its own rate."),
  createdAt: time,
  archivedAt: time.nullable().describe("Removed, but variants refer to it: it still applies to them."),
});
export type TaxRate = z.output<typeof TaxRate>;

const basisPoints = z.int().min(0).max(10_000);

export const list = operation({
  name: "tax.list",
  method: "GET",
  path: "/api/admin/tax-rates",
  right: "taxes.read",
  vendor: "closed",
  summary: "List tax rates, newest first. Archived ones are included only on request.",
  input: z.strictObject({ ...listing, archived: z.boolean().default(false) }),
  output: pageOf(TaxRate),
  refuses: [],
});

export const create = operation({
  name: "tax.create",
  method: "POST",
  path: "/api/admin/tax-rates",
  right: "taxes.write",
  vendor: "closed",
  summary: "Add a tax rate. The first becomes the default, as does one added with `isDefault`.",
  input: z.strictObject({ name: text(100), basisPoints, isDefault: z.boolean().default(false) }),
  output: TaxRate,
  status: 201,
  refuses: [],
});

export const read = operation({
  name: "tax.read",
  method: "GET",
  path: "/api/admin/tax-rates/{id}",
  right: "taxes.read",
  vendor: "closed",
  summary: "Show a tax rate.",
  input: z.strictObject({ id: id("taxRate") }),
  output: TaxRate,
  refuses: ["taxRate.unknown"],
});

export const edit = operation({
  name: "tax.edit",
  method: "PATCH",
  path: "/api/admin/tax-rates/{id}",
  right: "taxes.write",
  vendor: "closed",
  summary: "Change a tax rate, or make it the default. Orders keep the rate they were placed with.",
  input: z.strictObject({
    id: id("taxRate"),
    name: text(100).optional(),
    basisPoints: basisPoints.optional(),
    isDefault: z.boolean().optional(),
    archived: z.literal(false).optional().describe("Restores an archived rate; making it the default does too."),
  }),
  output: TaxRate,
  refuses: ["taxRate.unknown", "taxRate.default"],
});

export const remove = operation({
  name: "tax.remove",
  method: "DELETE",
  path: "/api/admin/tax-rates/{id}",
  right: "taxes.write",
  vendor: "closed",
  summary: "Remove a tax rate, or archive it if variants refer to it.",
  input: z.strictObject({ id: id("taxRate") }),
  output: z.object({ archived: z.boolean() }),
  refuses: ["taxRate.unknown", "taxRate.default"],
});

export const history = operation({
  name: "tax.history",
  method: "GET",
  path: "/api/admin/tax-rates/{id}/history",
  right: "taxes.read",
  vendor: "closed",
  summary: "List the changes to a tax rate, newest first.",
  input: z.strictObject({ id: id("taxRate"), ...listing }),
  output: History,
  refuses: ["taxRate.unknown"],
});
