/** Tracking with Shippit: answers and webhooks. */
import * as z from "zod";
import { admitToken, eventIdOf, idOfParts, jsonIn, type Receives } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { readable, readableList } from "../readable.ts";
import type { CarrierEvent, TrackEvent, TrackStatus } from "../tracking-events.ts";
import { inOrder, normalised, statusesOf, statusIn, timeIn, timeOfMs } from "../words.ts";
import type { ShippitSettings } from "./api.ts";

/** `partially_completed` waits for other parcels; `parcel_completed` is of one, and a booking has only one. */
export const statuses = statusesOf({
  booked: [
    "processing",
    "order_placed",
    "despatch_in_progress",
    "ready_for_pickup",
    "ready_for_pick_up",
    "awaiting_drop_off",
  ],
  inTransit: [
    ...[
      "in_transit",
      "awaiting_collection",
      "await_collection",
      "with_customs",
      "customs_on_hold",
      "delivery_attempted",
    ],
    ...["partially_completed"],
  ],
  outForDelivery: ["with_driver"],
  delivered: ["completed", "parcel_completed"],
  exception: [
    ...["delivery_failed", "damaged", "lost", "insufficient_address", "pickup_failed", "customs_failed"],
    ...["customs_awaiting_paym", "untrackable", "return_booking_failed"],
  ],
  returned: ["returned_to_sender"],
  voided: ["cancelled", "invalidated"],
});

const secondsOrText = readable(z.union([z.number(), z.string()]));
const Entry = z.object({
  status: z.string(),
  time: secondsOrText,
  /** The same; beside a date, it is the clock. */
  timestamp: secondsOrText,
  date: readable(z.string()),
  location: z.unknown().optional(),
});
type Entry = z.output<typeof Entry>;

export const Track = z.object({ track: readableList(Entry) });

/** Left at a counter is not delivered: Shippit does not report when it is collected. */
function statusOf(word: string, courier: string | null | undefined): TrackStatus | null {
  const isCounter = /click.*collect/i.test(courier ?? "");
  if (isCounter && ["completed", "untrackable"].includes(normalised(word))) return "inTransit";
  return statusIn(statuses, word);
}

const instant = (time: Entry["time"]): Date | null =>
  typeof time === "number" ? timeOfMs(time * 1_000) : timeIn(time);

function timeOf({ time, timestamp, date }: Entry): Date | null {
  const day = (date ?? "").slice(0, 10);
  const start = timeIn(day);
  const inDay =
    start && typeof timestamp === "number"
      ? timeOfMs(start.getTime() + timestamp * 1_000)
      : timeIn(`${day} ${timestamp ?? ""}`);
  return instant(time) ?? instant(timestamp) ?? inDay;
}

/** @param at the time of events without one. */
export const eventsOf = (track: readonly Entry[], at: Date, courier?: string | null): TrackEvent[] =>
  inOrder(
    track.map((entry) => ({
      at: timeOf(entry) ?? at,
      place: typeof entry.location === "string" && entry.location !== "" ? entry.location : null,
      words: entry.status,
      status: statusOf(entry.status, courier),
    })),
  );

const Event = z.object({
  tracking_number: z.string(),
  current_state: z.string(),
  courier_name: readable(z.string()),
  status_history: readable(readableList(Entry)),
});

/** A parcel can be in the same state twice, such as with a driver on two days: the history says since when it is. */
function idIn(json: unknown): string | undefined {
  const { tracking_number, current_state, status_history } = Event.safeParse(json).data ?? {};
  const times = (status_history ?? [])
    .filter(({ status }) => status === current_state)
    .map(({ time, timestamp }) => String(time ?? timestamp ?? ""));
  const since = times.toSorted().at(-1);
  return idOfParts(tracking_number, current_state, ...(since ? [since] : []));
}

export const receives: Receives<ShippitSettings, CarrierEvent> = {
  events: [],
  isSetUp: ({ webhookSecret }) => webhookSecret !== undefined,
  keeps: [],
  admit({ webhookSecret }, inbound) {
    admitToken(webhookSecret, inbound.headers["x-webhook-secret"]);
    return eventIdOf(inbound, idIn(jsonIn(inbound)));
  },
  async read(_http, _given, inbound) {
    const event = Event.parse(jsonIn(inbound));
    const { tracking_number, current_state, courier_name, status_history } = event;
    const history = eventsOf(status_history ?? [], inbound.at, courier_name);
    const status = statusOf(current_state, courier_name);
    const isThere = history.some(({ words }) => words === current_state);
    const now: TrackEvent = { at: inbound.at, place: null, words: current_state, status };
    const events = isThere ? history : [...history, now];
    const eventId = eventIdOf(inbound, idIn(jsonIn(inbound)));
    const parcel = { trackingNumber: tracking_number };
    return done({ eventId, at: events.at(-1)?.at ?? inbound.at, happened: { is: "tracked", parcel, events } });
  },
};
