/** Tracking with Shiprocket: answers and webhooks. */
import * as z from "zod";
import { pageUrl } from "#core/provider/fields";
import { admitToken, eventIdOf, idOfParts, jsonIn, type Receives } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { readable, readableList, readableText } from "../readable.ts";
import type { CarrierEvent, TrackEvent } from "../tracking-events.ts";
import {
  dayFirst,
  endsWith,
  inOrder,
  isUnscanned,
  normalised,
  statusesOf,
  statusIn,
  timeAfter,
  timeIn,
} from "../words.ts";
import type { ShiprocketSettings } from "./api.ts";

/** Codes of `shipment_status`; `current_status_id` has others. 16 only means that a cancellation was requested. */
export const statuses = statusesOf({
  booked: [..."1 2 3 4 5 11 15 19 27 52 59 60 61 62 63 67 68".split(" "), "awb assigned", "pickup scheduled"],
  inTransit: [..."6 18 22 38 42 48 49 50 51 54 55 56 57".split(" "), "shipped", "in transit", "picked up"],
  outForDelivery: ["17", "out for delivery"],
  delivered: ["7", "26", "43", "delivered", "fulfilled", "self fulfilled"],
  exception: [..."12 13 20 21 23 24 25 39 44 47 71 72 75 76 77".split(" "), "lost", "undelivered", "damaged"],
  // 40 and 41: not delivered to the store, on its way to the store; 78: in the store's city.
  returning: ["9", "40", "41", "46", "78", "rto initiated", "rto in transit"],
  // 14: acknowledged by the store.
  returned: ["10", "14", "rto delivered", "rto acknowledged"],
  voided: ["8", "45", "cancelled", "canceled", "cancelled before dispatched"],
});

const code = z.union([z.string(), z.number()]).nullish();

const Scan = z.object({
  date: readableText,
  status: readableText,
  activity: readableText,
  location: readableText,
  "sr-status": readable(code),
  "sr-status-label": readableText,
});

export const Tracking = z.object({
  tracking_data: z.object({
    track_status: code,
    shipment_status: code,
    shipment_track_activities: readableList(Scan).nullish(),
    shipment_track: readable(z.array(z.object({ current_status: readableText }))),
    track_url: readable(pageUrl),
  }),
});

/** @param at the time of scans without one. */
export const eventsOf = (scans: readonly z.output<typeof Scan>[], at: Date): TrackEvent[] =>
  inOrder(
    scans.map((scan) => ({
      at: timeIn(scan.date, "+05:30") ?? at,
      place: scan.location || null,
      words: scan.activity || scan["sr-status-label"] || scan.status || "",
      status: statusIn(statuses, scan["sr-status"], scan["sr-status-label"]),
    })),
  );

/** The scans, and the current status if it is not among them and needs none. @param at the time of events without one. */
export function eventsIn({ tracking_data: now }: z.output<typeof Tracking>, at: Date): TrackEvent[] {
  const scans = eventsOf(now.shipment_track_activities ?? [], at);
  const status = statusIn(statuses, now.shipment_status);
  const code = normalised(now.shipment_status);
  const isSaid = (now.shipment_track_activities ?? []).some((scan) => normalised(scan["sr-status"]) === code);
  // A failed delivery is an exception, and so is the loss after it.
  const isWorse = status === "exception" && endsWith(scans, status) && !isSaid;
  if (!isUnscanned(status, scans) && !isWorse) return scans;
  const words = now.shipment_track?.[0]?.current_status || String(now.shipment_status);
  return [...scans, { at: timeAfter(scans, at), place: null, words, status }];
}

const Event = z.object({
  awb: code,
  current_status: readableText,
  shipment_status: readableText,
  shipment_status_id: code,
  current_timestamp: readableText,
  order_id: code,
  scans: readable(readableList(Scan)),
  /** 1: a customer's return, which is another parcel with the same order number. */
  is_return: readable(code),
});
type Event = z.output<typeof Event>;

const idOf = ({ awb, shipment_status_id, current_timestamp }: Partial<Event>): string | undefined =>
  current_timestamp ? idOfParts(awb, shipment_status_id, current_timestamp) : undefined;

export const receives: Receives<ShiprocketSettings, CarrierEvent> = {
  events: [],
  isSetUp: ({ webhookToken }) => webhookToken !== undefined,
  keeps: [],
  admit({ webhookToken }, inbound) {
    admitToken(webhookToken, inbound.headers["x-api-key"]);
    return eventIdOf(inbound, idOf(Event.safeParse(jsonIn(inbound)).data ?? {}));
  },
  async read(_http, _given, inbound) {
    const event = Event.parse(jsonIn(inbound));
    const at = dayFirst(event.current_timestamp) ?? timeIn(event.current_timestamp, "+05:30") ?? inbound.at;
    const words = event.shipment_status || event.current_status || "";
    const status = statusIn(statuses, event.shipment_status_id, event.shipment_status);
    const scans = eventsOf(event.scans ?? [], at);
    const id = Number(event.is_return) === 1 ? undefined : textOf(event.order_id);
    const parcel = { id, trackingNumber: textOf(event.awb) };
    const events = inOrder([...scans, { at, place: null, words, status }]);
    return done({ eventId: eventIdOf(inbound, idOf(event)), at, happened: { is: "tracked", parcel, events } });
  },
};

const textOf = (value: z.output<typeof code>): string | undefined =>
  value === null || value === undefined || value === "" ? undefined : String(value);
