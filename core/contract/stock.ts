/** Stock: what is on stock levels, what is allocated, and how it came to be so. */
import * as z from "zod";
import { eachOnce, id, paragraphs, quantity, text, time } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { statuses as productStatuses } from "./product.ts";

/** The eleven kinds of ledger entry. `opening` is the first that a variant ever has at a location. */
export const movementKinds = [
  "opening",
  "receive",
  "adjust",
  "count",
  "import",
  "transfer",
  "reserve",
  "commit",
  "release",
  "ship",
  "restock",
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** To whom units are allocated: an order that is not paid yet (`reserved`), or one that is, or pays at the door (`committed`). */
export const allocated = ["reserved", "committed"] as const;
export type AllocationKind = (typeof allocated)[number];

/** More than any real stock level: what is larger is a slip of the keyboard. */
const quantityMax = 1_000_000;

const reason = paragraphs(500);
const expectedOnHand = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .optional()
  .describe("the units on hand that the caller was told: 409 when that is no longer so.");
const figures = {
  onHand: z.int().describe("Units at the location."),
  reserved: z.int().describe("Of that, allocated to orders that are not paid yet."),
  committed: z.int().describe("Of that, allocated to orders that are paid, or paid on delivery."),
  available: z.int().describe("onHand − reserved − committed: what can still be allocated."),
};

/** What a variant has at one location. */
export const StockLevel = z.object({ variantId: id("variant"), locationId: id("location"), ...figures });
export type StockLevel = z.output<typeof StockLevel>;

/** Units of an order that a change of stock has touched. */
export const OrderUnits = z.object({
  orderId: id("order"),
  orderNumber: z.string(),
  lineId: id("line"),
  quantity: z.int(),
});
export type OrderUnits = z.output<typeof OrderUnits>;

/** A balance after a change, and the orders that felt it. */
export const Changed = z.object({
  level: StockLevel,
  displaced: z
    .array(OrderUnits)
    .describe(
      "Lines that lost units allocated to them here, the newest first: they wait, unless `served` has them too.",
    ),
  served: z
    .array(OrderUnits)
    .describe("Lines that waited and now have their units: confirmed orders first, the oldest first among each."),
});
export type Changed = z.output<typeof Changed>;

const LocationStock = z.object({
  locationId: id("location"),
  code: z.string(),
  name: z.string(),
  active: z.boolean(),
  bin: z.string().nullable().describe("Where it lies there."),
  ...figures,
});

/** A variant's stock over all locations, or the one that was asked for. */
export const VariantStock = z.object({
  variantId: id("variant"),
  productId: id("product"),
  sku: z.string(),
  title: z.string(),
  options: z.array(z.string()),
  trackStock: z.boolean(),
  continueSelling: z.boolean(),
  ...figures,
  backordered: z.int().describe("Units that orders want and no location has for them yet."),
  lowStockThreshold: z
    .int()
    .describe("At or below this many available, stock is low: the variant's own, else the store's."),
  locations: z.array(LocationStock),
});
export type VariantStock = z.output<typeof VariantStock>;

export const VariantStockDetail = VariantStock.extend({
  backorders: z
    .array(
      OrderUnits.extend({
        placedAt: time,
        kind: z
          .enum(allocated)
          .describe("`committed`: of a confirmed order, served before those that are not paid yet."),
      }),
    )
    .describe("The first 200 lines that wait, in the order in which they will be served. To a vendor login its own."),
});
export type VariantStockDetail = z.output<typeof VariantStockDetail>;

export const Movement = z.object({
  id: id("movement"),
  changeId: id("change"),
  at: time,
  by: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  variantId: id("variant"),
  sku: z.string(),
  locationId: id("location"),
  locationName: z.string(),
  kind: z.enum(movementKinds),
  source: z.string().nullable().describe("The record behind it: a transfer, a return, a parcel, an import."),
  change: z
    .object({ onHand: z.int(), reserved: z.int(), committed: z.int() })
    .describe("By how much each figure changed."),
  after: z.object({ onHand: z.int(), reserved: z.int(), committed: z.int() }).describe("What each figure was then."),
  orderId: id("order").nullable().describe("Null to a vendor login where the order has nothing of its own."),
  orderNumber: z.string().nullable(),
  counterpartId: id("location").nullable().describe("The other end of a transfer."),
  reason: z.string().nullable(),
});
export type Movement = z.output<typeof Movement>;

export const list = operation({
  name: "stock.list",
  method: "GET",
  path: "/api/admin/inventory",
  right: "inventory.read",
  vendor: "narrowed",
  summary: "List the stock of variants by SKU: everywhere, or at one location.",
  input: z.strictObject({
    q: text(200).optional().describe("Part of a SKU or a product's title, or a whole barcode."),
    productId: id("product").optional(),
    variantIds: eachOnce(z.array(id("variant")).min(1).max(200))
      .optional()
      .describe("These only."),
    vendorId: id("vendor").optional().describe("Of this vendor's products."),
    locationId: id("location").optional(),
    state: z
      .enum(["in", "out", "low", "backordered"])
      .optional()
      .describe(
        "`in` and `out`: something or nothing available; `low`: at or below the threshold; `backordered`: orders wait for it.",
      ),
    ...listing,
  }),
  output: pageOf(VariantStock),
  refuses: [],
});

export const low = operation({
  name: "stock.low",
  method: "GET",
  path: "/api/admin/inventory/low-stock",
  right: "inventory.read",
  vendor: "narrowed",
  summary: "List the tracked variants that are running low, by SKU.",
  input: z.strictObject({
    locationId: id("location").optional(),
    threshold: z.int().min(0).max(quantityMax).optional().describe("Instead of each variant's own threshold."),
    productStatus: z
      .array(z.enum(productStatuses))
      .min(1)
      .max(productStatuses.length)
      .default(["active"])
      .describe("Of products in these states: what is not on sale runs low for nobody."),
    ...listing,
  }),
  output: pageOf(VariantStock),
  refuses: [],
});

export const read = operation({
  name: "stock.read",
  method: "GET",
  path: "/api/admin/variants/{id}/stock",
  right: "inventory.read",
  vendor: "narrowed",
  summary: "Show what a variant has at each location, and which orders wait for it.",
  input: z.strictObject({ id: id("variant") }),
  output: VariantStockDetail,
  refuses: ["variant.unknown"],
});

export const receive = operation({
  name: "stock.receive",
  method: "POST",
  path: "/api/admin/variants/{id}/stock/receive",
  right: "inventory.write",
  vendor: "closed",
  summary:
    "Receive goods that have arrived. Orders that wait are served: confirmed ones first, the oldest first among each.",
  input: z.strictObject({
    id: id("variant"),
    locationId: id("location"),
    quantity,
    expectedOnHand,
    reason: reason.optional(),
  }),
  output: Changed,
  refuses: [
    "variant.unknown",
    "location.unknown",
    "location.closed",
    "stock.untracked",
    "stock.counted",
    "stock.tooMuch",
  ],
});

export const adjust = operation({
  name: "stock.adjust",
  method: "POST",
  path: "/api/admin/variants/{id}/stock/adjust",
  right: "inventory.write",
  vendor: "closed",
  summary: "Correct what is in stock by a number of units, for a reason. Units that are allocated stay.",
  input: z.strictObject({
    id: id("variant"),
    locationId: id("location"),
    quantity: z
      .int()
      .min(-quantityMax)
      .max(quantityMax)
      .refine((quantity) => quantity !== 0, "A correction is of at least one unit.")
      .meta({ not: { const: 0 } })
      .describe("How many more than are there now; fewer when negative, never 0."),
    expectedOnHand,
    reason,
  }),
  output: Changed,
  refuses: [
    "variant.unknown",
    "location.unknown",
    "location.closed",
    "stock.untracked",
    "stock.counted",
    "stock.allocated",
    "stock.tooMuch",
  ],
});

export const setBin = operation({
  name: "stock.setBin",
  method: "PUT",
  path: "/api/admin/variants/{id}/stock/bin",
  right: "inventory.write",
  vendor: "closed",
  summary: "Set the bin in which a variant is kept at a location. Null: it has none.",
  input: z.strictObject({ id: id("variant"), locationId: id("location"), bin: text(40).nullable() }),
  output: z.object({ variantId: id("variant"), locationId: id("location"), bin: z.string().nullable() }),
  refuses: ["variant.unknown", "location.unknown", "location.closed", "stock.untracked"],
});

export const count = operation({
  name: "stock.count",
  method: "POST",
  path: "/api/admin/variants/{id}/stock/count",
  right: "inventory.write",
  vendor: "closed",
  summary:
    "Record a stock-take. What was counted is the truth: if it holds less than is allocated, the newest allocations wait again.",
  input: z.strictObject({
    id: id("variant"),
    locationId: id("location"),
    quantity: z.int().min(0).max(quantityMax).describe("Units counted, allocated ones included."),
    expectedOnHand,
    reason: reason.optional(),
  }),
  output: Changed,
  refuses: ["variant.unknown", "location.unknown", "location.closed", "stock.untracked", "stock.counted"],
});

export const movements = operation({
  name: "stock.movements",
  method: "GET",
  path: "/api/admin/inventory/movements",
  right: "inventory.read",
  vendor: "narrowed",
  summary: "List the ledger, newest first.",
  input: z.strictObject({
    variantId: id("variant").optional(),
    locationId: id("location").optional(),
    orderId: id("order").optional(),
    kind: z.array(z.enum(movementKinds)).min(1).max(movementKinds.length).optional(),
    from: time.optional().describe("Included."),
    to: time.optional().describe("Not included."),
    ...listing,
  }),
  output: pageOf(Movement),
  refuses: [],
});
