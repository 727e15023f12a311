/** Shiprocket's answers and their meaning. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, orUnknown, refused } from "#core/provider/outcome";
import type { Booked, BookingRef, BookingRequest } from "../parcel.ts";
import { readable, readableList, readableText } from "../readable.ts";
import { codeOf, isRepeated, no, type ShiprocketSettings, saidIn, send } from "./api.ts";
import { orderOf } from "./order.ts";

export const trackingUrl = (number: string): string => `https://shiprocket.co/tracking/${encodeURIComponent(number)}`;

const text = z.string().nullish();
/** Number or text, depending on the endpoint. */
const number = z.union([z.string(), z.number()]).nullish();

export const Couriers = z.object({
  data: z
    .object({
      available_courier_companies: readableList(
        z.object({
          courier_company_id: z.union([z.int(), z.string()]),
          courier_name: z.string(),
          rate: number,
          estimated_delivery_days: readable(z.union([z.string(), z.number()])),
        }),
      ),
    })
    .nullish(),
});

export const Assigned = z.object({
  awb_assign_status: z.union([z.int(), z.enum(["0", "1"]).transform(Number)]).nullish(),
  message: readableText,
  // Without anything to say, it may be an empty list.
  response: readable(
    z.union([
      z.string(),
      z.object({
        data: readable(z.object({ awb_code: number, courier_name: readableText, awb_assign_error: readableText })),
      }),
    ]),
  ),
});

export const Labelled = z.object({ label_created: number, label_url: text, response: readableText });

export const Pickup = z.object({
  pickup_status: z.int().nullish(),
  message: readableText,
  response: readable(z.union([z.string(), z.object({ pickup_token_number: readableText, data: readableText })])),
});

const Shipment = z.object({ id: z.coerce.number().int(), awb: number, courier: readableText });
const Order = z.object({
  channel_order_id: z.coerce.string(),
  status: readableText,
  // One or a list, depending on the endpoint.
  shipments: z.union([z.array(Shipment), Shipment.transform((one) => [one])]),
});
export const Orders = z.object({ data: z.array(Order) });

interface Made {
  readonly shipmentId: number;
  readonly awb: string | null;
  readonly courier: string | null;
}

export const bookedOf = ({ shipmentId, courier }: Made, awb: string): Booked => ({
  bookingId: String(shipmentId),
  trackingNumber: awb,
  trackingUrl: trackingUrl(awb),
  courier,
  cost: null,
  label: null,
});

/** The parcel's order: a new one, or one left by an earlier request. */
export async function orderFor(http: Http, given: ShiprocketSettings, asked: BookingRequest): Promise<Outcome<Made>> {
  const json = orderOf(asked);
  const answer = await send(http, given, { method: "POST", path: "/orders/create/adhoc", json });
  if (isYes(answer)) {
    const { shipment_id, awb_code, courier_name } = answer.as(
      z.object({ shipment_id: number, awb_code: readable(number), courier_name: readable(z.string()) }),
    );
    // A repeated request is answered with the order as it is, which may have a number already.
    const awb = awb_code ? String(awb_code) : null;
    if (shipment_id) return done({ shipmentId: Number(shipment_id), awb, courier: courier_name || null });
  }
  const says = saidIn(answer);
  const isAboutNumber = /order[ _]id/i.test(says);
  if (!isYes(answer) && !(answer.status === 422 && isAboutNumber)) return no(answer);
  // Each reference is accepted once, so the order with this one is ours.
  const found = await findOrder(http, given, asked);
  // Some refusals come with HTTP 200.
  const isRefused = isYes(answer) && says !== "" && !isAboutNumber && !isRepeated(says);
  if (found.is === "absent" && isRefused) return refused(codeOf(says), says);
  return orUnknown(found, says || "It has made no order, and has none.");
}

async function findOrder(
  http: Http,
  given: ShiprocketSettings,
  { id }: Pick<BookingRequest, "id">,
): Promise<Found<Made>> {
  const answer = await send(http, given, { method: "GET", path: "/orders", query: { search: id } });
  if (!isYes(answer)) return ofSearch(no(answer));
  const order = answer.as(Orders).data.find(({ channel_order_id }) => channel_order_id === id);
  const [shipment] = order?.shipments ?? [];
  if (/^cancell?ed$/i.test(order?.status ?? "")) return refused("refused", "It has been cancelled at Shiprocket.");
  return shipment
    ? done({
        shipmentId: shipment.id,
        awb: shipment.awb ? String(shipment.awb) : null,
        courier: shipment.courier || null,
      })
    : absent;
}

export async function findBooked(http: Http, given: ShiprocketSettings, asked: BookingRequest): Promise<Found<Booked>> {
  const order = await findOrder(http, given, asked);
  if (order.is !== "done") return order;
  return order.value.awb ? done(bookedOf(order.value, order.value.awb)) : absent;
}

/**
 * Shiprocket's id of a booked shipment. Someone who has recorded a booking may have given its tracking number only: then
 * it is that of our order.
 */
export async function shipmentIdOf(
  http: Http,
  given: ShiprocketSettings,
  { id, bookingId, trackingNumber }: BookingRef,
): Promise<Outcome<number>> {
  if (bookingId !== trackingNumber) return done(Number(bookingId));
  const order = await findOrder(http, given, { id });
  if (order.is === "done") return done(order.value.shipmentId);
  return order.is === "absent" ? refused("unknownParcel", `Shiprocket has no order with the number ${id}.`) : order;
}
