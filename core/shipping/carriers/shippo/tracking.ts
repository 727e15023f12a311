/** Tracking with Shippo: answers and webhooks. */
import * as z from "zod";
import { admitToken, eventIdOf, idOfParts, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { isTimelySigned } from "#core/provider/timely-signature";
import { readable, readableList, readableText, textOrNumber } from "../readable.ts";
import type { CarrierEvent, Happened, TrackEvent } from "../tracking-events.ts";
import { inOrder, placeOf, statusesOf, statusIn, timeIn } from "../words.ts";
import type { ShippoSettings } from "./api.ts";

export const statuses = statusesOf({
  booked: ["UNKNOWN", "PRE_TRANSIT"],
  inTransit: ["TRANSIT"],
  // A substatus of TRANSIT.
  outForDelivery: ["out_for_delivery"],
  delivered: ["DELIVERED"],
  exception: ["FAILURE"],
  returning: ["RETURNED"],
});

const Status = z.object({
  status: z.string(),
  substatus: readable(z.object({ code: readableText, text: readableText, action_required: readable(z.boolean()) })),
  status_details: readableText,
  status_date: readableText,
  location: readable(z.object({ city: readableText, state: readableText, country: readableText })),
});

export const Track = z.object({
  metadata: readableText,
  tracking_status: Status.nullish(),
  tracking_history: readableList(Status).nullish(),
});

/** @param at the time of events without one. */
export function eventsOf({ tracking_status, tracking_history }: z.output<typeof Track>, at: Date): TrackEvent[] {
  const history = tracking_history ?? [];
  const isThere = history.some(({ status, status_date }) => {
    return status === tracking_status?.status && status_date === tracking_status.status_date;
  });
  const all = tracking_status && !isThere ? [...history, tracking_status] : history;
  return inOrder(
    all.map(({ status, substatus, status_details, status_date, location }) => ({
      at: timeIn(status_date) ?? at,
      place: placeOf(location?.city, location?.state, location?.country),
      words: wordsOf(status_details || status, substatus),
      status: statusIn(statuses, substatus?.code, status),
    })),
  );
}

/** That somebody has to act, such as on a wrong address, is only in the substatus of a parcel on its way. */
function wordsOf(words: string, substatus: z.output<typeof Status>["substatus"]): string {
  const more = substatus?.action_required ? substatus.text || substatus.code?.replaceAll("_", " ") : undefined;
  return more && !words.includes(more) ? `${words} (${more})` : words;
}

const Event = z.object({ event: z.string(), data: z.unknown().optional() });
const Told = Track.extend({ tracking_number: textOrNumber });
const Transaction = z.object({ object_id: z.string(), status: z.string(), metadata: readableText });

/**
 * Shippo's events have no id: it is made from the subject, its status, and the status's time. Without that, a parcel that
 * is in transit again would be known already.
 */
function idIn(json: unknown): string | undefined {
  const { event = "", data } = Event.safeParse(json).data ?? {};
  const track = event === "track_updated" ? Told.safeParse(data).data : undefined;
  if (track) {
    const { status, status_date, substatus } = track.tracking_status ?? {};
    const more = substatus?.code ? [substatus.code] : [];
    return status_date ? idOfParts(track.tracking_number, status, status_date, ...more) : undefined;
  }
  const transaction = Transaction.safeParse(data).data;
  return idOfParts(transaction?.object_id, event, transaction?.status);
}

export const receives: Receives<ShippoSettings, CarrierEvent> = {
  events: ["track_updated", "transaction_updated"],
  isSetUp: ({ webhookSecret, webhookToken }) => (webhookSecret ?? webhookToken) !== undefined,
  keeps: [],
  admit({ webhookSecret, webhookToken }, inbound) {
    if (webhookSecret === undefined) admitToken(webhookToken, inbound.query?.["token"]);
    else if (!isTimelySigned(inbound, "shippo-auth-signature", webhookSecret)) throw unsigned();
    return eventIdOf(inbound, idIn(jsonIn(inbound)));
  },
  async read(_http, _given, inbound) {
    const json = jsonIn(inbound);
    const { event, data } = Event.parse(json);
    const happened = happenedIn(event, data, inbound.at);
    const at = happened.is === "tracked" ? (happened.events.at(-1)?.at ?? inbound.at) : inbound.at;
    return done({ eventId: eventIdOf(inbound, idIn(json)), at, happened });
  },
};

function happenedIn(kind: string, data: unknown, at: Date): Happened {
  if (kind === "track_updated") {
    const track = Told.parse(data);
    const parcel = { id: track.metadata || undefined, trackingNumber: track.tracking_number };
    return { is: "tracked", parcel, events: eventsOf(track, at) };
  }
  if (kind !== "transaction_updated") return { is: "ignored", kind };
  const { object_id, status, metadata } = Transaction.parse(data);
  const parcel = { id: metadata || undefined, bookingId: object_id };
  if (status === "REFUNDED") return { is: "voided", parcel };
  const isRejected = status === "REFUNDREJECTED";
  return isRejected
    ? { is: "voidRefused", parcel, says: "Refused by the carrier." }
    : { is: "ignored", kind: `${kind} ${status}` };
}
