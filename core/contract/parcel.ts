/** Parcels of an order: contents, carrier and delivery. */
import * as z from "zod";
import { byValueOf } from "./kit/by-value-of.ts";
import { id, linesMax, money, quantity, text, time, webAddress } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";
import type { RefusalCode } from "./kit/refusals.ts";
import { carriers, labelFormats, Order, Parcel, weightGramsMax } from "./parts/order-shapes.ts";

const inPath = { id: id("order"), parcelId: id("parcel") };

const packed = {
  id: id("order"),
  locationId: id("location"),
  lines: z
    .array(z.strictObject({ lineId: id("line"), quantity }))
    .min(1)
    .max(linesMax),
  boxId: id("box")
    .nullable()
    .optional()
    .describe("The default box if left out and a carrier is asked; null for no box."),
  weightGrams: z
    .int()
    .min(1)
    .max(weightGramsMax)
    .optional()
    .describe("Weight including the box. Computed from the variants and the box if left out and a carrier is asked."),
};

/** Why no parcel can be packed with these lines. */
const cannotPack = [
  ...(["order.unknown", "order.cancelled", "order.notConfirmed", "order.lineUnknown", "location.unknown"] as const),
  ...(["location.closed", "parcel.tooMany", "stock.notAllocated", "box.unknown"] as const),
] satisfies RefusalCode[];

/** What carriers need to know about a parcel, and whether they accept it: checked before any is called. */
const carrierNeeds = [
  ...(["parcel.noWeight", "parcel.noLocationAddress", "parcel.noPhone", "parcel.noEmail", "parcel.noRegion"] as const),
  ...(["parcel.postalCode", "parcel.country", "parcel.tooHeavy", "parcel.noBox", "parcel.noPickupPlace"] as const),
  ...(["parcel.numbersUsedUp", "parcel.customs", "parcel.exportFiling", "parcel.noCashOnDelivery"] as const),
] satisfies RefusalCode[];

export const ship = operation({
  name: "parcel.ship",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "Ship chosen lines and quantities from a location, in one parcel. With the carrier `manual`, or the tracking number of a label bought elsewhere, the parcel counts as shipped at once. Otherwise the carrier is asked for a label: the parcel is `booking` and holds its units until the carrier has answered.",
  input: byValueOf(
    z.strictObject({
      ...packed,
      carrier: z.enum(carriers).default("manual"),
      service: text(255).optional().describe("A service from `parcel.rates`; the carrier's cheapest if left out."),
      trackingNumber: text(100)
        .optional()
        .describe("The number of an existing label: the carrier is not asked for one."),
      trackingUrl: webAddress
        .optional()
        .describe("The carrier's public page for the tracking number if left out, where it has one."),
      labelUrl: webAddress.optional().describe("The address of an existing label."),
    }),
    "carrier",
    // Otherwise the carrier would make a second label.
    [
      {
        is: carriers.filter((code) => code !== "manual"),
        onlyWith: { trackingUrl: "trackingNumber", labelUrl: "trackingNumber" },
      },
    ],
  ),
  output: z.object({ parcel: Parcel, order: Order }),
  status: 201,
  versioned: true,
  asks: true,
  refuses: [...cannotPack, ...carrierNeeds, "provider.missing", "parcel.refused", "parcel.unknown"],
  emits: ["order.shipped"],
});

export const listCarriers = operation({
  name: "parcel.listCarriers",
  method: "GET",
  path: "/api/admin/carriers",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "List the carriers that are set up and can provide labels.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        code: z.enum(carriers),
        label: z.string(),
        mode: z.enum(["live", "test"]),
        pickupPlace: z.boolean().describe("Whether it needs its own name for each location."),
      }),
    ),
  }),
  refuses: [],
});

export const CarrierRates = z.object({
  carrier: z.enum(carriers),
  label: z.string(),
  mode: z.enum(["live", "test"]),
  status: z
    .enum(["asked", "done", "refused"])
    .describe(
      "`asked`: no answer yet; send `Prefer: wait=15`. `done` without any service: it gives no prices, but can still be booked.",
    ),
  says: z.string().nullable().describe("Why it offers no services."),
});

export const Rate = z.object({
  carrier: z.enum(carriers),
  service: z.string().describe("To be sent to `parcel.ship`."),
  name: z.string(),
  cost: money.nullable().describe("Null if the store pays by its own contract, or if the price cannot be read."),
  days: z.int().nullable(),
});
export type Rate = z.output<typeof Rate>;

export const rates = operation({
  name: "parcel.rates",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels/rates",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "Ask all carriers that are set up for a parcel's price, at the same time. The cheapest come first, prices in the order's currency before others; a carrier that fails or is slow is listed with the reason and does not affect the others. Nothing is bought.",
  input: z.strictObject(packed),
  output: z.object({
    id: id("rates"),
    weightGrams: z.int().describe("The weight that the carriers were given."),
    carriers: z.array(CarrierRates),
    items: z.array(Rate),
  }),
  status: 201,
  asks: true,
  refuses: [...cannotPack, "parcel.noWeight", "parcel.noLocationAddress"],
});

export const label = operation({
  name: "parcel.label",
  method: "GET",
  path: "/api/admin/orders/{id}/parcels/{parcelId}/label",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "Return an address from which the store's copy of the label, or of its customs documents, can be downloaded for 15 minutes.",
  input: z.strictObject({ ...inPath, document: z.enum(["label", "customsDocuments"]).default("label") }),
  output: z.object({ url: z.string(), format: z.enum(labelFormats) }),
  refuses: ["order.unknown", "parcel.unknown", "parcel.noLabel", "parcel.noCustomsDocuments"],
});

export const edit = operation({
  name: "parcel.edit",
  method: "PATCH",
  path: "/api/admin/orders/{id}/parcels/{parcelId}",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Correct a parcel's shipping details. Details of a parcel booked by a carrier cannot be changed.",
  input: z.strictObject({
    ...inPath,
    carrier: z.enum(carriers).optional(),
    service: text(255).nullable().optional(),
    trackingNumber: text(100).nullable().optional(),
    trackingUrl: webAddress
      .nullable()
      .optional()
      .describe("While it is the carrier's public page, it follows the carrier and the tracking number."),
    labelUrl: webAddress.nullable().optional(),
  }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "parcel.unknown", "parcel.underWay", "parcel.booked"],
  emits: ["order.edited"],
});

export const unship = operation({
  name: "parcel.unship",
  method: "DELETE",
  path: "/api/admin/orders/{id}/parcels/{parcelId}",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "Remove a parcel that never left: its goods are back in stock, allocated to the order again. A carrier's label is cancelled first: the parcel is `voiding` until the carrier has answered, and stays if it refuses.",
  input: z.strictObject({
    ...inPath,
    keepLabel: z.boolean().default(false).describe("Remove the parcel without cancelling its label."),
  }),
  output: Order,
  versioned: true,
  asks: true,
  refuses: [
    ...(["order.unknown", "parcel.unknown", "parcel.delivered", "parcel.returned", "parcel.underWay"] as const),
    ...(["parcel.notVoided", "location.closed", "stock.untracked", "stock.tooMuch"] as const),
  ],
  emits: ["order.unshipped"],
});

export const ReturnedParcel = z.object({
  id: id("parcel"),
  orderId: id("order"),
  number: z.string().describe("The order's number."),
  name: z.string().nullable().describe("The customer's name."),
  carrier: z.enum(carriers),
  trackingNumber: z.string().nullable(),
  words: z.string().describe("The carrier's own words."),
  returnedAt: time,
});

export const listReturned = operation({
  name: "parcel.listReturned",
  method: "GET",
  path: "/api/admin/parcels/returned",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "List the parcels that were returned to the sender and are not marked as handled, latest first. Nothing is restocked or refunded automatically.",
  input: z.strictObject({ ...listing }),
  output: pageOf(ReturnedParcel),
  refuses: [],
});

export const seeReturned = operation({
  name: "parcel.seeReturned",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels/{parcelId}/seen",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Mark a returned parcel as handled: it leaves the list of returned parcels.",
  input: z.strictObject(inPath),
  output: Done,
  refuses: ["order.unknown", "parcel.unknown", "parcel.notReturned"],
});

export const refresh = operation({
  name: "parcel.refresh",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels/{parcelId}/refresh",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Ask the carrier where a parcel is, and for its label if that is still missing.",
  input: z.strictObject(inPath),
  output: Order,
  asks: true,
  refuses: ["order.unknown", "parcel.unknown", "parcel.underWay", "parcel.notTracked", "parcel.refused"],
});

export const decide = operation({
  name: "parcel.decide",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels/{parcelId}/decide",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "Record the outcome of a label's booking or cancellation that could not be found out automatically, after checking with the carrier: it happened, or it did not.",
  input: byValueOf(
    z.strictObject({
      ...inPath,
      happened: z.boolean(),
      trackingNumber: text(100).optional().describe("The label's number; required if it was made after all."),
      bookingId: text(255)
        .optional()
        .describe(
          "The carrier's id of the label, if that is not its number: without it, the carrier may not find the label for tracking or cancelling.",
        ),
    }),
    "happened",
    [{ is: [false], without: ["trackingNumber", "bookingId"] }],
  ),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "parcel.unknown", "parcel.noNumber", "call.unknown", "call.settled", "call.stillTrying"],
  emits: ["order.shipped", "order.unshipped"],
});

export const deliver = operation({
  name: "parcel.deliver",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels/{parcelId}/deliver",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Mark a parcel as delivered.",
  input: z.strictObject(inPath),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "parcel.unknown", "parcel.delivered", "parcel.underWay"],
  emits: ["order.delivered"],
});

export const undeliver = operation({
  name: "parcel.undeliver",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels/{parcelId}/undeliver",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Undo marking a parcel as delivered.",
  input: z.strictObject(inPath),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "parcel.unknown", "parcel.notDelivered", "parcel.underWay"],
  emits: ["order.undelivered"],
});
