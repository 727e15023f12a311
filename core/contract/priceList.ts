/** Price lists: what variants cost for certain customers, channels, times and quantities. */
import * as z from "zod";
import { amountMinor, eachOnce, id, money, quantity, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";
import { sku } from "./product.ts";

/** Most rows in one request: even in their longest form, 10,000 are within a body's 6 MB. */
export const rowsMax = 10_000;

export const PriceList = z.object({
  id: id("priceList"),
  name: z.string(),
  groups: z
    .array(z.object({ id: id("group"), name: z.string() }))
    .nullable()
    .describe("For customers in any of these groups; null for everyone."),
  channel: z.string().nullable().describe("For orders through this channel; null for every channel and for none."),
  startsAt: time.nullable(),
  endsAt: time.nullable().describe("It no longer applies from this time on."),
  priority: z.int().describe("The list with the highest number comes first."),
  active: z.boolean(),
  rows: z.int().describe("Number of prices on the list."),
  createdAt: time,
  updatedAt: time,
  archivedAt: time.nullable().describe("Removed: it gives no more prices, but orders still refer to it."),
  version: z.int().describe("Also the ETag: send it as If-Match."),
});
export type PriceList = z.output<typeof PriceList>;

/** A price from a quantity of the variant in the whole order. */
export const PriceRow = z.object({
  variantId: id("variant"),
  sku: z.string(),
  title: z.string(),
  minQuantity: z.int(),
  amount: money,
  variantPrice: money.describe("The variant's price without any list."),
});
export type PriceRow = z.output<typeof PriceRow>;

const fields = {
  name: text(100),
  groupIds: eachOnce(z.array(id("group")).min(1).max(100))
    .nullable()
    .describe("For customers in any of these groups; null for everyone."),
  channel: text(50).nullable().describe("A channel's code; null for every channel and for none."),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  priority: z.int().min(-1_000_000).max(1_000_000),
  active: z.boolean(),
};

export const list = operation({
  name: "priceList.list",
  method: "GET",
  path: "/api/admin/price-lists",
  right: "pricing.read",
  vendor: "closed",
  summary: "List price lists, newest first. Archived ones are included only on request.",
  input: z.strictObject({ ...listing, archived: z.boolean().default(false) }),
  output: pageOf(PriceList),
  refuses: [],
});

export const create = operation({
  name: "priceList.create",
  method: "POST",
  path: "/api/admin/price-lists",
  right: "pricing.write",
  vendor: "closed",
  summary: "Add a price list, without prices yet.",
  input: z.strictObject({
    name: fields.name,
    groupIds: fields.groupIds.default(null),
    channel: fields.channel.default(null),
    startsAt: fields.startsAt.default(null),
    endsAt: fields.endsAt.default(null),
    priority: fields.priority.default(0),
    active: fields.active.default(true),
  }),
  output: PriceList,
  status: 201,
  versioned: true,
  refuses: ["group.unknown", "channel.unknown"],
});

export const read = operation({
  name: "priceList.read",
  method: "GET",
  path: "/api/admin/price-lists/{id}",
  right: "pricing.read",
  vendor: "closed",
  summary: "Show a price list; its prices are in `priceList.listRows`.",
  input: z.strictObject({ id: id("priceList") }),
  output: PriceList,
  versioned: true,
  refuses: ["priceList.unknown"],
});

export const edit = operation({
  name: "priceList.edit",
  method: "PATCH",
  path: "/api/admin/price-lists/{id}",
  right: "pricing.write",
  vendor: "closed",
  summary: "Change a price list. Turning on an archived one restores it. Order lines keep their prices.",
  input: z
    .strictObject({ id: id("priceList"), ...z.strictObject(fields).partial().shape })
    .meta({ examples: [{ priority: 10, endsAt: "2026-12-31T23:59:59.000Z" }] }),
  output: PriceList,
  versioned: true,
  refuses: ["priceList.unknown", "group.unknown", "channel.unknown"],
});

export const remove = operation({
  name: "priceList.remove",
  method: "DELETE",
  path: "/api/admin/price-lists/{id}",
  right: "pricing.write",
  vendor: "closed",
  summary: "Archive a price list: it gives no more prices, but orders priced by it still refer to it.",
  input: z.strictObject({ id: id("priceList") }),
  output: PriceList,
  versioned: true,
  refuses: ["priceList.unknown"],
});

export const listRows = operation({
  name: "priceList.listRows",
  method: "GET",
  path: "/api/admin/price-lists/{id}/rows",
  right: "pricing.read",
  vendor: "closed",
  summary: "List the prices of a price list, by variant and quantity.",
  input: z.strictObject({
    id: id("priceList"),
    ...listing,
    variantId: id("variant").optional(),
  }),
  output: pageOf(PriceRow),
  refuses: ["priceList.unknown"],
});

export const setRows = operation({
  name: "priceList.setRows",
  method: "PUT",
  path: "/api/admin/price-lists/{id}/rows",
  right: "pricing.write",
  vendor: "closed",
  summary:
    "Set prices on a price list, up to 10,000 at a time. Each is identified by variant or SKU, and quantity; an amount of null removes the price. Prices that are not named stay.",
  input: z.strictObject({
    id: id("priceList"),
    rows: z
      .array(
        z
          .strictObject({
            variantId: id("variant").optional().describe("Either this or `sku`."),
            sku: sku.optional().describe("Either this or `variantId`."),
            minQuantity: quantity
              .default(1)
              .describe("The smallest quantity of the variant in an order for this price."),
            amountMinor: amountMinor.nullable().describe("The price of one, in minor units; null removes the price."),
          })
          .refine(
            ({ variantId, sku }) => (variantId === undefined) !== (sku === undefined),
            "either a variantId or a sku",
          )
          .meta({
            oneOf: [{ required: ["variantId"] }, { required: ["sku"] }],
            examples: [{ sku: "LS-M", minQuantity: 10, amountMinor: 119900 }],
          }),
      )
      .min(1)
      .max(rowsMax),
  }),
  output: PriceList.extend({
    changed: z.object({ added: z.int(), changed: z.int(), removed: z.int(), same: z.int() }),
  }),
  versioned: true,
  refuses: ["priceList.unknown", "variant.unknown"],
});

export const history = operation({
  name: "priceList.history",
  method: "GET",
  path: "/api/admin/price-lists/{id}/history",
  right: "pricing.read",
  vendor: "closed",
  summary:
    "List the changes to a price list, newest first. Where many prices were set at once, it names the first hundred and their total number.",
  input: z.strictObject({ id: id("priceList"), ...listing }),
  output: History,
  refuses: ["priceList.unknown"],
});
