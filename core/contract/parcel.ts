/** Parcels of an order: what leaves, by whom, and whether it came. */
import * as z from "zod";
import { id, linesMax, money, quantity, text, time, webAddress } from "./fields.ts";
import { Done, listing, operation, pageOf } from "./kit.ts";
import { carriers, labelFormats, Order, Parcel } from "./order-shapes.ts";
import type { RefusalCode } from "./refusals.ts";

const inPath = { id: id("order"), parcelId: id("parcel") };

const packed = {
  id: id("order"),
  locationId: id("location"),
  lines: z
    .array(z.strictObject({ lineId: id("line"), quantity }))
    .min(1)
    .max(linesMax),
  boxId: id("box").nullable().optional().describe("The default box when nothing is said; null for none of them."),
  weightGrams: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("With the box. Worked out from the variants and the box when nothing is said."),
};

/** What stands in the way of any parcel with these lines. */
const cannotPack = [
  ...(["order.unknown", "order.cancelled", "order.notConfirmed", "order.lineUnknown", "location.unknown"] as const),
  ...(["location.closed", "parcel.tooMany", "stock.notAllocated", "box.unknown"] as const),
] satisfies RefusalCode[];

/** What carriers want to know of a parcel, and whether they take it: said before anybody is asked. */
const carrierNeeds = [
  ...(["parcel.noWeight", "parcel.noLocationAddress", "parcel.noPhone", "parcel.noEmail", "parcel.noRegion"] as const),
  ...(["parcel.postalCode", "parcel.country", "parcel.tooHeavy", "parcel.noBox", "parcel.noPickupPlace"] as const),
  ...(["parcel.numbersUsedUp", "parcel.customs", "parcel.noCashOnDelivery"] as const),
] satisfies RefusalCode[];

export const ship = operation({
  name: "parcel.ship",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "Ship chosen lines and quantities from a location, in one parcel. By hand, or with a tracking number of a label that was bought elsewhere, it has left at once. A carrier is asked for a label: the parcel is `booking` and holds its units until the carrier has answered.",
  input: z.strictObject({
    ...packed,
    carrier: z.enum(carriers).default("manual"),
    service: text(100)
      .optional()
      .describe("One that `parcel.rates` names; the carrier's cheapest when nothing is said."),
    trackingNumber: text(100).optional().describe("Of a label that exists already: nobody is asked for one."),
    trackingUrl: webAddress.optional(),
    labelUrl: webAddress.optional(),
  }),
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
  summary: "List the carriers that are set up and can be asked for labels.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        code: z.enum(carriers),
        label: z.string(),
        mode: z.enum(["live", "test"]),
        pickupPlace: z.boolean().describe("Whether it knows each location by a name of its own."),
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
      "`asked`: it has not answered yet; ask with `Prefer: wait=15`. `done` without any service: it says no prices, and can be booked all the same.",
    ),
  says: z.string().nullable().describe("Why it names no services."),
});

export const Rate = z.object({
  carrier: z.enum(carriers),
  service: z.string().describe("What `parcel.ship` takes."),
  name: z.string(),
  cost: money.nullable().describe("Null for what the store pays by a contract of its own."),
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
    "Ask every carrier that is set up what it would take for a parcel, all at once. The cheapest come first; a carrier that fails or is slow says why and spoils no other. Nothing is bought.",
  input: z.strictObject(packed),
  output: z.object({
    id: id("rates"),
    weightGrams: z.int().describe("What the carriers were told."),
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
  summary: "Answer an address from which the label can be fetched for 15 minutes: the store's own copy.",
  input: z.strictObject(inPath),
  output: z.object({ url: z.string(), format: z.enum(labelFormats) }),
  refuses: ["order.unknown", "parcel.unknown", "parcel.noLabel"],
});

export const edit = operation({
  name: "parcel.edit",
  method: "PATCH",
  path: "/api/admin/orders/{id}/parcels/{parcelId}",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Correct how a parcel travels. What a carrier has booked is the carrier's to say.",
  input: z.strictObject({
    ...inPath,
    carrier: z.enum(carriers).optional(),
    service: text(100).nullable().optional(),
    trackingNumber: text(100).nullable().optional(),
    trackingUrl: webAddress.nullable().optional(),
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
    "Remove a parcel that never left: its goods are back in stock, allocated to the order again. A label that a carrier has made is cancelled first: the parcel is `voiding` until the carrier has answered, and stays when it refuses.",
  input: z.strictObject({
    ...inPath,
    keepLabel: z.boolean().default(false).describe("Take the parcel back without cancelling its label."),
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
  number: z.string().describe("Of the order."),
  name: z.string().nullable().describe("Of the customer."),
  carrier: z.enum(carriers),
  trackingNumber: z.string().nullable(),
  words: z.string().describe("The carrier's own."),
  returnedAt: time,
});

export const listReturned = operation({
  name: "parcel.listReturned",
  method: "GET",
  path: "/api/admin/parcels/returned",
  right: "orders.fulfill",
  vendor: "closed",
  summary:
    "List the parcels that came back to the sender, the latest first, until somebody has dealt with them. Nothing of them is restocked or refunded by itself.",
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
  summary: "Say that a parcel that came back has been dealt with: it leaves the list of returned parcels.",
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
  summary: "Ask the carrier where a parcel is, and for its label where that has not come yet.",
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
    "Decide the outcome of a label whose booking or cancelling could not be found out, after looking at the carrier: it happened, or it did not.",
  input: z.strictObject({
    ...inPath,
    happened: z.boolean(),
    trackingNumber: text(100).optional().describe("Of a label that was made after all; needed for that."),
  }),
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
  summary: "Say that a parcel has arrived.",
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
  summary: "Say that a parcel has not arrived after all.",
  input: z.strictObject(inPath),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "parcel.unknown", "parcel.notDelivered", "parcel.underWay"],
  emits: ["order.undelivered"],
});
