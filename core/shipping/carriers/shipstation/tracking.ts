/** Tracking with ShipStation: answers and webhooks. */
import * as z from "zod";
import { pageUrl } from "#core/provider/fields";
import { eventIdOf, type Inbound, idOfParts, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done, refused } from "#core/provider/outcome";
import { readable, readableList, readableText, textOrNumber } from "../readable.ts";
import type { CarrierEvent, TrackEvent } from "../tracking-events.ts";
import { endsWith, inOrder, placeOf, statusesOf, statusIn, timeIn } from "../words.ts";
import type { ShipStationSettings } from "./api.ts";
import { isSigned, isTimely, keeps, signatureOf } from "./signature.ts";

/**
 * Details are looked up first: only they show returns and losses. SP: at a counter, to be collected by the customer.
 */
export const statuses = statusesOf({
  booked: ["UN", "NY", "AC"],
  inTransit: ["IT", "AT", "SP"],
  outForDelivery: ["OUT_FOR_DELIVERY"],
  delivered: ["DE"],
  exception: ["EX", "PARCEL_LOST", "DELIVERED_DAMAGED", "DELIVERED_IN_PART", "TRACKING_EXPIRED"],
  returning: ["RETURN_TO_SENDER"],
  returned: ["UNDELIVERABLE_RETURNED_TO_SENDER"],
});

const Scan = z.object({
  occurred_at: readableText,
  description: readableText,
  city_locality: readableText,
  state_province: readableText,
  country_code: readableText,
  status_code: readableText,
  status_detail_code: readableText,
});

export const Tracking = z.object({
  tracking_url: readable(pageUrl),
  status_code: readableText,
  status_detail_code: readableText,
  status_description: readableText,
  status_detail_description: readableText,
  carrier_status_description: readableText,
  exception_description: readableText,
  actual_delivery_date: readableText,
  events: readableList(Scan).nullish(),
});
type Tracking = z.output<typeof Tracking>;

/** @param at the time of events without one. */
export function eventsOf({ events, ...now }: Tracking, at: Date): TrackEvent[] {
  const scans = (events ?? []).map(
    (scan): TrackEvent => ({
      at: timeIn(scan.occurred_at) ?? at,
      place: placeOf(scan.city_locality, scan.state_province, scan.country_code),
      words: scan.description || scan.status_code || "",
      status: statusIn(statuses, scan.status_detail_code, scan.status_code),
    }),
  );
  const status = statusIn(statuses, now.status_detail_code, now.status_code);
  // Returns, losses and cancellations may only show in the current status, and why only in its details.
  const isScanned = status === null || status === "booked" || endsWith(scans, status);
  if (scans.length > 0 && isScanned) return inOrder(scans);
  const words =
    // It may still be of an attempt before.
    (status === "exception" && now.exception_description) ||
    now.carrier_status_description ||
    now.status_detail_description ||
    now.status_description ||
    now.status_code ||
    "";
  const last = inOrder(scans).at(-1)?.at;
  return inOrder([...scans, { at: timeIn(now.actual_delivery_date) ?? last ?? at, place: null, words, status }]);
}

const Event = z.object({ resource_type: z.string(), resource_url: readableText, data: z.unknown().optional() });
const Told = Tracking.extend({ tracking_number: textOrNumber });
/** The current name and the former one. */
const kinds = ["TRACK_EVENT_V2", "API_TRACK"];

/** What it is about can be guessed, and a forgery would take its place until it is verified: the signature cannot. */
const idOf = (inbound: Inbound): string => `${eventIdOf(inbound, idIn(jsonIn(inbound)))}/${signatureOf(inbound)}`;

function idIn(json: unknown): string | undefined {
  const tracking = Told.safeParse(Event.safeParse(json).data?.data).data;
  const newest = (tracking?.events ?? [])
    .map(({ occurred_at }) => occurred_at ?? "")
    .toSorted()
    .at(-1);
  // Returns and losses show in the detail only.
  const state = [tracking?.status_code, tracking?.status_detail_code].filter((part) => part).join("-");
  return idOfParts(tracking?.tracking_number, state, newest);
}

export const receives: Receives<ShipStationSettings, CarrierEvent> = {
  events: ["track_event_v2"],
  provenLater: true,
  keeps: [...keeps],
  admit(_given, inbound) {
    if (jsonIn(inbound) === undefined || !isTimely(inbound)) throw unsigned();
    return idOf(inbound);
  },
  async read(http, given, inbound) {
    if (!(await isSigned(http, given, inbound))) return refused("unsigned", "It is not signed by ShipStation.");
    const { resource_type, resource_url, data } = Event.parse(jsonIn(inbound));
    const eventId = idOf(inbound);
    if (!kinds.includes(resource_type)) {
      return done({ eventId, at: inbound.at, happened: { is: "ignored", kind: resource_type } });
    }
    const tracking = Told.parse(data);
    const events = eventsOf(tracking, inbound.at);
    const bookingId = /\/labels\/([\w-]+)\/track/.exec(resource_url ?? "")?.[1];
    const parcel = { bookingId, trackingNumber: tracking.tracking_number };
    return done({ eventId, at: events.at(-1)?.at ?? inbound.at, happened: { is: "tracked", parcel, events } });
  },
};
