/** Price lists: what variants cost for some customers, through some channels, for some time, from some quantity on. */
import * as z from "zod";
import { amountMinor, eachOnce, id, money, quantity, text, time } from "./fields.ts";
import { History } from "./history.ts";
import { listing, operation, pageOf } from "./kit.ts";

/** More rows than one request sets: 10,000 in the longest form are within the 6 MB of a body. */
export const rowsMax = 10_000;

export const PriceList = z.object({
  id: id("priceList"),
  name: z.string(),
  groups: z
    .array(z.object({ id: id("group"), name: z.string() }))
    .nullable()
    .describe("For customers in one of these; null for everybody."),
  channel: z.string().nullable().describe("For orders through this one; null for every channel and for none."),
  startsAt: time.nullable(),
  endsAt: time.nullable().describe("From this moment on it no longer counts."),
  priority: z.int().describe("The list with the highest goes before the others."),
  active: z.boolean(),
  rows: z.int().describe("How many prices it has."),
  createdAt: time,
  updatedAt: time,
  archivedAt: time.nullable().describe("Removed: it gives no prices, and orders still name it."),
  version: z.int().describe("Also the ETag: send it as If-Match."),
});
export type PriceList = z.output<typeof PriceList>;

/** A price from a quantity on: of the variant, in the whole order. */
export const PriceRow = z.object({
  variantId: id("variant"),
  sku: z.string(),
  title: z.string(),
  minQuantity: z.int(),
  amount: money,
  variantPrice: money.describe("What the variant costs without any list."),
});
export type PriceRow = z.output<typeof PriceRow>;

const fields = {
  name: text(100),
  groupIds: eachOnce(z.array(id("group")).min(1).max(100))
    .nullable()
    .describe("For customers in one of these groups; null for everybody."),
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
  summary: "List price lists, the newest first. Archived ones only when asked for.",
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
  summary: "Add a price list. It has no prices yet.",
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
  summary: "Change a price list. Switching an archived one on brings it back. Lines of orders keep their prices.",
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
  summary: "Archive a price list: it gives no prices any more, and orders that had some still name it.",
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
    "Set prices of a price list, up to 10,000 at a time: each is told by its variant, or its SKU, and quantity, and one with an amount of null is removed. Those that are not named stay.",
  input: z.strictObject({
    id: id("priceList"),
    rows: z
      .array(
        z
          .strictObject({
            variantId: id("variant").optional().describe("This, or `sku`."),
            sku: text(100).optional().describe("As a spreadsheet names it."),
            minQuantity: quantity.default(1).describe("From so many of the variant in an order on."),
            amountMinor: amountMinor.nullable().describe("What one costs, in minor units; null removes the price."),
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
    "List what was changed about a price list, newest first. Of many prices set at once it names the first hundred, and says how many there were.",
  input: z.strictObject({ id: id("priceList"), ...listing }),
  output: History,
  refuses: ["priceList.unknown"],
});
