/** Tracking with EasyPost: answers and webhooks. */
import * as z from "zod";
import { pageUrl } from "#core/provider/fields";
import { eventIdOf, hmacHex, jsonIn, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { readable, readableList, readableText, textOrNumber } from "../readable.ts";
import type { CarrierEvent, Happened, TrackEvent } from "../tracking-events.ts";
import { inOrder, isUnscanned, placeOf, statusesOf, statusIn, timeIn } from "../words.ts";
import type { EasyPostSettings } from "./api.ts";

export const statuses = statusesOf({
  booked: ["unknown", "pre_transit"],
  inTransit: ["in_transit", "available_for_pickup"],
  outForDelivery: ["out_for_delivery"],
  delivered: ["delivered"],
  exception: ["failure", "error"],
  returning: ["return_to_sender"],
  voided: ["cancelled"],
});

export const Tracker = z.object({
  tracking_code: textOrNumber,
  status: textOrNumber,
  updated_at: readableText,
  shipment_id: readableText,
  public_url: readable(pageUrl),
  tracking_details: readableList(
    z.object({
      datetime: readableText,
      status: readableText,
      message: readableText,
      tracking_location: readable(z.object({ city: readableText, state: readableText, country: readableText })),
    }),
  ).nullish(),
});

/** @param at the time of a state without one. */
export function eventsOf({ status, updated_at, tracking_details }: z.output<typeof Tracker>, at: Date): TrackEvent[] {
  const events = (tracking_details ?? []).map((detail): TrackEvent => {
    const { city, state, country } = detail.tracking_location ?? {};
    return {
      at: timeIn(detail.datetime) ?? at,
      place: placeOf(city, state, country),
      words: detail.message || detail.status || "",
      status: statusIn(statuses, detail.status),
    };
  });
  // A cancellation, for instance, is not a scan, and only shows in the tracker's status.
  const known = statusIn(statuses, status);
  const isScanned = events.some((event) => event.status === known) && !isUnscanned(known, events);
  const isTold = known === null || known === "booked" || isScanned;
  if (events.length > 0 && isTold) return inOrder(events);
  const last = inOrder(events).at(-1)?.at;
  const now = {
    at: timeIn(updated_at) ?? last ?? at,
    place: null,
    words: status,
    status: known,
    isState: true,
  } as const;
  return inOrder([...events, now]);
}

const Event = z.object({
  description: z.string(),
  created_at: readableText,
  updated_at: readableText,
  result: z.unknown().optional(),
});
const Refund = z.object({ tracking_code: textOrNumber.nullish(), status: z.string(), shipment_id: readableText });

export const receives: Receives<EasyPostSettings, CarrierEvent> = {
  events: ["tracker.created", "tracker.updated", "refund.successful"],
  isSetUp: ({ webhookSecret }) => webhookSecret !== undefined,
  keeps: [],
  admit({ webhookSecret }, inbound) {
    // EasyPost normalises the secret. The signature covers the raw bytes, in which a number may be written as 17.0.
    const key = webhookSecret?.normalize("NFKD");
    const given = inbound.headers["x-hmac-signature"] ?? "";
    if (key === undefined || !sameText(given, `hmac-sha256-hex=${hmacHex(key, inbound.body)}`)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(_http, _given, inbound) {
    const { description, created_at, updated_at, result } = Event.parse(jsonIn(inbound));
    const at = timeIn(updated_at) ?? timeIn(created_at) ?? inbound.at;
    return done({ eventId: eventIdOf(inbound), at, happened: happenedIn(description, result, at) });
  },
};

/**
 * A refund's statuses that end a request for one. `not_applicable`: the carrier charges when it scans a label, and this
 * one is never scanned.
 */
export const voids: ReadonlySet<string> = new Set(["refunded", "not_applicable"]);

function happenedIn(kind: string, result: unknown, at: Date): Happened {
  if (kind === "tracker.created" || kind === "tracker.updated") {
    const tracker = Tracker.parse(result);
    const parcel = { trackingNumber: tracker.tracking_code, bookingId: tracker.shipment_id ?? undefined };
    return { is: "tracked", parcel, events: eventsOf(tracker, at) };
  }
  if (kind !== "refund.successful") return { is: "ignored", kind };
  const { tracking_code, status, shipment_id } = Refund.parse(result);
  const parcel = { trackingNumber: tracking_code ?? undefined, bookingId: shipment_id ?? undefined };
  if (status === "rejected") return { is: "voidRefused", parcel, says: "The carrier refused the refund." };
  return voids.has(status) ? { is: "voided", parcel } : { is: "ignored", kind: `${kind} ${status}` };
}
