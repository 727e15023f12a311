/** Tracking with Sendcloud: answers and webhooks. */
import * as z from "zod";
import { eventIdOf, hmacHex, idOfParts, jsonIn, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { readable, readableList, readableText, textOrNumber } from "../readable.ts";
import type { CarrierEvent, TrackEvent } from "../tracking-events.ts";
import { inOrder, statusesOf, statusIn, timeIn, timeOfMs } from "../words.ts";
import type { SendcloudSettings } from "./api.ts";

/**
 * Ids, messages, and the codes of `parent_status`. 2001 and 1999 only mean that a cancellation was requested.
 */
export const statuses = statusesOf({
  booked: [
    ...["1000", "1", "1001", "13", "999", "ready to send", "announced", "being announced", "accepted"],
    ...["announcing", "announced uncollected", "no label"],
  ],
  inTransit: [
    ...["3", "5", "6", "7", "22", "91", "4", "12", "62989", "en route to sorting center", "at sorting centre"],
    ...["sorted", "being sorted", "not sorted", "delivery delayed", "shipment picked up by driver", "parcel en route"],
    ...["awaiting customer pickup", "to sorting", "sorting", "unsorted", "delayed", "shipment on route"],
    "picked up by driver",
  ],
  outForDelivery: ["92", "driver en route", "driver on route"],
  delivered: ["11", "93", "delivered", "shipment collected by customer", "collected by customer", "delivery forced"],
  exception: [
    ...["8", "15", "80", "1002", "1337", "delivery attempt failed", "unable to deliver", "announcement failed"],
    ...["address invalid", "at customs", "exception", "delivery failed", "undeliverable", "collect error"],
    ...["error collecting", "unknown"],
  ],
  returning: ["refused by recipient"],
  returned: ["returned to sender"],
  voided: ["2000", "1998", "cancelled", "cancelled upstream"],
});

export const Tracking = z.object({
  events: readableList(
    z.object({
      event_at: readableText,
      created_at: readableText,
      status_code: readableText,
      status_description: readableText,
      parent_status: readableText,
    }),
  ),
});

/** @param at the time of events without one. */
export const eventsOf = ({ events }: z.output<typeof Tracking>, at: Date): TrackEvent[] =>
  inOrder(
    events.map(({ event_at, created_at, status_code, status_description, parent_status }) => ({
      at: timeIn(event_at) ?? timeIn(created_at) ?? at,
      place: null,
      words: status_description || status_code || parent_status || "",
      status: statusIn(statuses, status_code, parent_status),
    })),
  );

const ms = readable(z.coerce.number());
const Event = z.object({
  action: z.string(),
  /** When it was sent, which may be long after the carrier's scan. */
  timestamp: ms,
  carrier_status_change_timestamp: ms,
  parcel: z.unknown().optional(),
});
const Parcel = z.object({
  id: readableText,
  tracking_number: textOrNumber.nullish(),
  external_reference: readable(z.string()),
  shipment_uuid: readableText,
  status: z.object({ id: z.coerce.number().int(), message: readableText }),
});

function idIn(json: unknown): string | undefined {
  const { timestamp, parcel } = Event.safeParse(json).data ?? {};
  const { id, status } = Parcel.safeParse(parcel).data ?? {};
  return timestamp ? idOfParts(id, status?.id, timestamp) : undefined;
}

export const receives: Receives<SendcloudSettings, CarrierEvent> = {
  events: ["parcel_status_changed"],
  keeps: [],
  admit({ secretKey, webhookKey }, inbound) {
    const given = inbound.headers["sendcloud-signature"] ?? "";
    if (!sameText(given, hmacHex(webhookKey ?? secretKey, inbound.body))) throw unsigned();
    return eventIdOf(inbound, idIn(jsonIn(inbound)));
  },
  async read(_http, _given, inbound) {
    const json = jsonIn(inbound);
    const { action, timestamp, carrier_status_change_timestamp: changed, parcel } = Event.parse(json);
    const at = timeOfMs(changed ?? Number.NaN) ?? timeOfMs(timestamp ?? Number.NaN) ?? inbound.at;
    const eventId = eventIdOf(inbound, idIn(json));
    if (action !== "parcel_status_changed") return done({ eventId, at, happened: { is: "ignored", kind: action } });
    const { tracking_number, external_reference, shipment_uuid, status } = Parcel.parse(parcel);
    const reference = {
      id: external_reference || undefined,
      bookingId: shipment_uuid || undefined,
      trackingNumber: tracking_number || undefined,
    };
    const event: TrackEvent = {
      at,
      place: null,
      words: status.message || String(status.id),
      status: statusIn(statuses, status.id, status.message),
    };
    return done({ eventId, at, happened: { is: "tracked", parcel: reference, events: [event] } });
  },
};
