/**
 * Tracking with Easyship. After a webhook the shipment is read again, because the signature does not cover the body.
 */

import { createHmac } from "node:crypto";
import * as z from "zod";
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { type Inbound, idWithinHour, jsonIn, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { absent, done, type Found } from "#core/provider/outcome";
import { readableText } from "../readable.ts";
import type { CarrierEvent, Happened, TrackEvent } from "../tracking-events.ts";
import { statusesOf, statusIn, timeIn } from "../words.ts";
import { type EasyshipSettings, no, send } from "./api.ts";
import { Shipment } from "./shipment.ts";

export const statuses = statusesOf({
  booked: ["not_created", "pending", "info_received", "tracking info received"],
  inTransit: [
    ...["in_transit_to_customer", "shipped", "in transit to consolidation center", "shipped (no tracking provided)"],
  ],
  outForDelivery: ["out_for_delivery"],
  delivered: ["delivered"],
  exception: [
    ...["failed_attempt", "exception", "expired", "lost_by_courier", "failed delivery attempt", "liquidated"],
    ...["no recent tracking updates"],
  ],
  returning: ["to be returned"],
  returned: ["returned_to_shipper"],
  voided: ["cancelled", "voided"],
});

/** Easyship returns a state, but no scans. */
export function eventsOf(
  { delivery_state, shipment_state, label_state, updated_at }: Shipment,
  at: Date,
): TrackEvent[] {
  const isVoid = shipment_state === "cancelled" || label_state === "voided";
  const words = isVoid ? "cancelled" : (delivery_state ?? "");
  return [{ at: timeIn(updated_at) ?? at, place: null, words, status: statusIn(statuses, words), isState: true }];
}

export async function readShipment(http: Http, given: EasyshipSettings, id: string): Promise<Found<Shipment>> {
  const answer = await send(http, given, { method: "GET", path: `/shipments/${encodeURIComponent(id)}` });
  if (answer.status === 404) return absent;
  if (!isYes(answer)) return no(answer);
  return done(answer.as(z.object({ shipment: Shipment })).shipment);
}

/** A JWT signed with the secret, HS256 only: it proves that the sender knows the secret, but not the body. */
function isTheirs({ webhookSecret }: EasyshipSettings, { headers }: Inbound): boolean {
  if (webhookSecret === undefined) return false;
  const [head = "", claims = "", signature = ""] = (headers["x-easyship-signature"] ?? "").split(".");
  const made = createHmac("sha256", webhookSecret).update(`${head}.${claims}`).digest("base64url");
  return sameText(signature, made) && Head.safeParse(parsed(head)).success;
}

const Head = z.object({ alg: z.literal("HS256") });

function parsed(part: string): unknown {
  return jsonIn({ body: Buffer.from(part, "base64url") });
}

const Event = z.object({
  event_type: z.string(),
  resource_id: readableText,
});
const TrackingStatus = z.object({ tracking_status: z.object({ easyship_shipment_id: z.string() }) });

export const receives: Receives<EasyshipSettings, CarrierEvent> = {
  events: ["shipment.tracking.status.changed", "shipment.cancelled"],
  isSetUp: ({ webhookSecret }) => webhookSecret !== undefined,
  keeps: [],
  admit(given, inbound) {
    if (!isTheirs(given, inbound)) throw unsigned();
    return idWithinHour(inbound);
  },
  async read(http, given, inbound) {
    const eventId = idWithinHour(inbound);
    const json = jsonIn(inbound);
    const { event_type, resource_id } = Event.parse(json);
    const id = TrackingStatus.safeParse(json).data?.tracking_status.easyship_shipment_id ?? resource_id;
    const eventOf = (happened: Happened, at: Date) => done({ eventId, at, happened });
    const ignored: Happened = { is: "ignored", kind: event_type };
    if (!id || !receives.events.includes(event_type)) return eventOf(ignored, inbound.at);
    const found = await readShipment(http, given, id);
    if (found.is === "absent") return eventOf(ignored, inbound.at);
    if (found.is !== "done") return found;
    const { easyship_shipment_id, order_data, trackings } = found.value;
    const parcel = {
      id: order_data?.platform_order_number || undefined,
      bookingId: easyship_shipment_id,
      trackingNumber: trackings?.find(({ tracking_number }) => tracking_number)?.tracking_number || undefined,
    };
    const events = eventsOf(found.value, inbound.at);
    return eventOf({ is: "tracked", parcel, events }, events[0]?.at ?? inbound.at);
  },
};
