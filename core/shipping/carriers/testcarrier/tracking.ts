/** The test carrier's settings and tracking: answers and webhooks. */
import * as z from "zod";
import { isoTime } from "#core/provider/fields";
import { eventIdOf, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { address, secret } from "#core/provider/settings";
import { isTimelySigned } from "#core/provider/timely-signature";
import type { CarrierEvent, TrackEvent } from "../tracking-events.ts";
import { inOrder, statusesOf, statusIn } from "../words.ts";

export const settings = z.strictObject({
  address: address("Address", { help: "This store's own address followed by /api/test-carrier." }),
  key: secret("Key"),
  webhookSecret: secret("Webhook secret"),
});
export type TestSettings = z.output<typeof settings>;

export const statuses = statusesOf({
  booked: ["label made"],
  inTransit: ["picked up"],
  outForDelivery: ["on the van"],
  delivered: ["handed over"],
  exception: ["nobody there"],
  returning: ["on its way back"],
  returned: ["back at the sender"],
  voided: ["cancelled"],
});

export const Event = z.object({ at: isoTime, place: z.string().nullable(), words: z.string() });
export const eventsOf = (events: readonly z.output<typeof Event>[]): TrackEvent[] =>
  inOrder(events.map((event) => ({ ...event, status: statusIn(statuses, event.words) })));

const Notice = z.object({
  at: isoTime,
  reference: z.string(),
  trackingNumber: z.string(),
  events: z.array(Event),
});

export const receives: Receives<TestSettings, CarrierEvent> = {
  events: ["tracking"],
  keeps: [],
  admit({ webhookSecret }, inbound) {
    if (!isTimelySigned(inbound, "test-carrier-signature", webhookSecret)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(_http, _given, inbound) {
    const { at, reference, trackingNumber, events } = Notice.parse(jsonIn(inbound));
    const parcel = { id: reference, trackingNumber };
    const happened = { is: "tracked", parcel, events: eventsOf(events) } as const;
    return done({ eventId: eventIdOf(inbound), at, happened });
  },
};
