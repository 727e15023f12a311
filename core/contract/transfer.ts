/** Stock moved from one location to another: it leaves and arrives at the same moment. */
import * as z from "zod";
import { id, linesMax, paragraphs, quantity, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";

export const Transfer = z.object({
  id: id("transfer"),
  fromLocationId: id("location"),
  fromLocationName: z.string(),
  toLocationId: id("location"),
  toLocationName: z.string(),
  lines: z.array(z.object({ variantId: id("variant"), sku: z.string(), title: z.string(), quantity: z.int() })),
  reason: z.string().nullable(),
  createdAt: time,
  createdBy: z.string(),
});
export type Transfer = z.output<typeof Transfer>;

export const create = operation({
  name: "transfer.create",
  method: "POST",
  path: "/api/admin/inventory/transfers",
  right: "inventory.transfer",
  vendor: "closed",
  summary: "Move available units from one location to another. Allocated units stay where they are.",
  input: z.strictObject({
    fromLocationId: id("location"),
    toLocationId: id("location").meta({ examples: ["loc_01m7g5x2k9r4t8v3w6y0z1a2b4"] }),
    lines: z
      .array(z.strictObject({ variantId: id("variant"), quantity }))
      .min(1)
      .max(linesMax),
    reason: paragraphs(500).optional(),
  }),
  output: Transfer,
  refuses: [
    "location.unknown",
    "location.closed",
    "variant.unknown",
    "stock.untracked",
    "stock.short",
    "stock.tooMuch",
  ],
  status: 201,
});

export const list = operation({
  name: "transfer.list",
  method: "GET",
  path: "/api/admin/inventory/transfers",
  right: "inventory.transfer",
  vendor: "closed",
  summary: "List transfers, newest first.",
  input: z.strictObject({ locationId: id("location").optional(), ...listing }),
  output: pageOf(Transfer),
  refuses: [],
});

export const read = operation({
  name: "transfer.read",
  method: "GET",
  path: "/api/admin/inventory/transfers/{id}",
  right: "inventory.transfer",
  vendor: "closed",
  summary: "Show a transfer.",
  input: z.strictObject({ id: id("transfer") }),
  output: Transfer,
  refuses: ["transfer.unknown"],
});
