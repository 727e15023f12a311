/** Parcels of an order: what leaves, how, and whether it came. */
import * as z from "zod";
import { id, linesMax, quantity, text, webAddress } from "./fields.ts";
import { operation } from "./kit.ts";
import { carriers, Order, Parcel } from "./order-shapes.ts";

const inPath = { id: id("order"), parcelId: id("parcel") };

export const ship = operation({
  name: "parcel.ship",
  method: "POST",
  path: "/api/admin/orders/{id}/parcels",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Ship chosen lines and quantities from a location, in one parcel.",
  input: z.strictObject({
    id: id("order"),
    locationId: id("location"),
    lines: z
      .array(z.strictObject({ lineId: id("line"), quantity }))
      .min(1)
      .max(linesMax),
    carrier: z.enum(carriers).default("manual"),
    service: text(100).optional(),
    trackingNumber: text(100).optional(),
    trackingUrl: webAddress.optional(),
    labelUrl: webAddress.optional(),
  }),
  output: z.object({ parcel: Parcel, order: Order }),
  status: 201,
  versioned: true,
  refuses: [
    "order.unknown",
    "order.cancelled",
    "order.notConfirmed",
    "order.lineUnknown",
    "location.unknown",
    "parcel.tooMany",
    "stock.notAllocated",
  ],
  emits: ["order.shipped"],
});

export const edit = operation({
  name: "parcel.edit",
  method: "PATCH",
  path: "/api/admin/orders/{id}/parcels/{parcelId}",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Correct how a parcel travels.",
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
  refuses: ["order.unknown", "parcel.unknown"],
  emits: ["order.edited"],
});

export const unship = operation({
  name: "parcel.unship",
  method: "DELETE",
  path: "/api/admin/orders/{id}/parcels/{parcelId}",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Remove a parcel that never left: its goods are back in stock, allocated to the order again.",
  input: z.strictObject(inPath),
  output: Order,
  versioned: true,
  refuses: [
    "order.unknown",
    "parcel.unknown",
    "parcel.delivered",
    "parcel.returned",
    "location.closed",
    "stock.tooMuch",
  ],
  emits: ["order.unshipped"],
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
  refuses: ["order.unknown", "parcel.unknown", "parcel.delivered"],
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
  refuses: ["order.unknown", "parcel.unknown", "parcel.notDelivered"],
  emits: ["order.undelivered"],
});
