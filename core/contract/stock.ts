/** Stock: levels, allocations, and the ledger of how they came about. */
import * as z from "zod";
import { eachOnce, id, linesMax, paragraphs, quantity, searchText, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { statuses as productStatuses } from "./product.ts";

/** The eleven kinds of ledger entry. `opening` is a variant's first at a location. */
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

/** Allocated units: `reserved` for orders not paid yet, `committed` for orders paid or paid on delivery. */
export const allocated = ["reserved", "committed"] as const;
export type AllocationKind = (typeof allocated)[number];

/** More than any real stock level: anything larger is a typing error. */
const quantityMax = 1_000_000;

/** As many as a list's page has rows. */
export const chosenMax = 200;

const reason = paragraphs(500);
const expectedOnHand = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .optional()
  .describe("The units on hand that the caller last saw: refused with 409 if that has changed.");
const figures = {
  onHand: z.int().describe("Units at the location."),
  reserved: z.int().describe("Units of these allocated to orders that are not paid yet."),
  committed: z.int().describe("Units of these allocated to orders that are paid, or paid on delivery."),
  available: z.int().describe("onHand − reserved − committed: what can still be allocated."),
};

/** A variant's stock at one location. */
export const StockLevel = z.object({ variantId: id("variant"), locationId: id("location"), ...figures });
export type StockLevel = z.output<typeof StockLevel>;

/** Units of an order affected by a stock change. */
export const OrderUnits = z.object({
  orderId: id("order"),
  orderNumber: z.string(),
  lineId: id("line"),
  quantity: z.int(),
});
export type OrderUnits = z.output<typeof OrderUnits>;

/** A stock level after a change, and the orders affected. */
export const Changed = z.object({
  level: StockLevel,
  displaced: z
    .array(OrderUnits)
    .describe(
      "Lines that lost units allocated here, newest first: they are backordered, unless they are also in `served`.",
    ),
  served: z
    .array(OrderUnits)
    .describe("Backordered lines that now have their units: confirmed orders first, then by age, oldest first."),
});
export type Changed = z.output<typeof Changed>;

const LocationStock = z.object({
  locationId: id("location"),
  code: z.string(),
  name: z.string(),
  active: z.boolean(),
  bin: z.string().nullable().describe("Where it is kept at the location."),
  ...figures,
});

/** A variant's stock at all locations, or at the one asked for. */
export const VariantStock = z.object({
  variantId: id("variant"),
  productId: id("product"),
  sku: z.string(),
  title: z.string(),
  options: z.array(z.string()),
  trackStock: z.boolean(),
  continueSelling: z.boolean(),
  ...figures,
  backordered: z.int().describe("Units on orders that no location can supply yet."),
  lowStockThreshold: z
    .int()
    .describe(
      "Stock is low when this many or fewer are available: the threshold asked for, otherwise the variant's own or else the store's.",
    ),
  locations: z.array(LocationStock),
});
export type VariantStock = z.output<typeof VariantStock>;

export const VariantStockDetail = VariantStock.extend({
  backorders: z
    .array(
      OrderUnits.extend({
        placedAt: time,
        kind: z.enum(allocated).describe("`committed`: on a confirmed order, served before unpaid ones."),
      }),
    )
    .describe(
      "The first 200 backordered lines, in the order in which they will be served. A vendor login sees its own.",
    ),
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
  change: z.object({ onHand: z.int(), reserved: z.int(), committed: z.int() }).describe("The change in each figure."),
  after: z.object({ onHand: z.int(), reserved: z.int(), committed: z.int() }).describe("Each figure after the change."),
  orderId: id("order").nullable().describe("Null for a vendor login without lines on the order."),
  orderNumber: z.string().nullable(),
  counterpartId: id("location").nullable().describe("The other location of a transfer."),
  reason: z.string().nullable(),
});
export type Movement = z.output<typeof Movement>;

export const list = operation({
  name: "stock.list",
  method: "GET",
  path: "/api/admin/inventory",
  right: "inventory.read",
  vendor: "narrowed",
  summary: "List the stock of variants by SKU, at all locations or at one.",
  input: z.strictObject({
    q: searchText(200).optional().describe("Part of a SKU or a product's title, or a whole barcode."),
    productId: id("product").optional(),
    variantIds: eachOnce(z.array(id("variant")).min(1).max(chosenMax))
      .optional()
      .describe("Only these variants."),
    vendorId: id("vendor").optional().describe("Only this vendor's products."),
    locationId: id("location").optional(),
    state: z
      .enum(["in", "out", "low", "backordered"])
      .optional()
      .describe(
        "`in` and `out`: some or none available; `low`: at or below the threshold; `backordered`: orders are waiting for it.",
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
  summary: "List the tracked variants that are low in stock, by SKU.",
  input: z.strictObject({
    locationId: id("location").optional(),
    threshold: z.int().min(0).max(quantityMax).optional().describe("Used instead of each variant's own threshold."),
    productStatus: z
      .array(z.enum(productStatuses))
      .min(1)
      .max(productStatuses.length)
      .default(["active"])
      .describe("Only products with these statuses. By default only those on sale."),
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
  summary: "Show a variant's stock at each location, and which orders are waiting for it.",
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
    "Receive goods that have arrived. Backordered lines are served: confirmed orders first, then by age, oldest first.",
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

export const receiveMany = operation({
  name: "stock.receiveMany",
  method: "POST",
  path: "/api/admin/inventory/receive",
  right: "inventory.write",
  vendor: "closed",
  summary:
    "Receive a delivery at a location, all lines or none. Backordered lines are served: confirmed orders first, then by age, oldest first.",
  input: z.strictObject({
    locationId: id("location"),
    lines: z
      .array(z.strictObject({ variantId: id("variant"), quantity }))
      .min(1)
      .max(linesMax)
      .describe("Lines of the same variant are added up."),
    reason: reason.optional(),
  }),
  output: z.object({
    levels: z.array(StockLevel).describe("Each variant's stock at the location, in the order of the lines."),
    served: Changed.shape.served,
  }),
  refuses: ["variant.unknown", "location.unknown", "location.closed", "stock.untracked", "stock.tooMuch"],
});

export const adjust = operation({
  name: "stock.adjust",
  method: "POST",
  path: "/api/admin/variants/{id}/stock/adjust",
  right: "inventory.write",
  vendor: "closed",
  summary: "Adjust the units on hand by a number, with a reason. Allocated units stay.",
  input: z.strictObject({
    id: id("variant"),
    locationId: id("location"),
    quantity: z
      .int()
      .min(-quantityMax)
      .max(quantityMax)
      .refine((quantity) => quantity !== 0, "A correction is of at least one unit.")
      .meta({ not: { const: 0 } })
      .describe("Units to add; negative to subtract, never 0."),
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
  summary: "Set the bin in which a variant is kept at a location; null for none.",
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
    "Record a stock count. The count is the truth: if it is below what is allocated, the newest allocations are backordered again.",
  input: z.strictObject({
    id: id("variant"),
    locationId: id("location"),
    quantity: z.int().min(0).max(quantityMax).describe("Units counted, including allocated ones."),
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
  summary: "List the stock ledger, newest first.",
  input: z.strictObject({
    variantId: id("variant").optional(),
    locationId: id("location").optional(),
    orderId: id("order").optional(),
    kind: z.array(z.enum(movementKinds)).min(1).max(movementKinds.length).optional(),
    from: time.optional().describe("At or after this time."),
    to: time.optional().describe("Before this time."),
    ...listing,
  }),
  output: pageOf(Movement),
  refuses: [],
});
