/** Tracking with NimbusPost: answers and webhooks. */
import * as z from "zod";
import type { Http } from "#core/provider/http";
import { admitToken, idOfParts, idWithinHour, jsonIn, type Receives } from "#core/provider/inbound";
import { absent, done, type Found } from "#core/provider/outcome";
import { readableList, readableText } from "../readable.ts";
import type { CarrierEvent, TrackEvent } from "../tracking-events.ts";
import { inOrder, isUnscanned, statusesOf, statusIn, timeAfter, timeIn } from "../words.ts";
import { type NimbusPostSettings, refusalIn, send } from "./api.ts";

/** RT-DL: returned to the sender. */
export const statuses = statusesOf({
  booked: ["PP", "pending pickup", "booked", "pickup scheduled"],
  inTransit: ["IT", "in transit"],
  outForDelivery: ["OFD", "out for delivery"],
  delivered: ["DL", "delivered"],
  exception: ["EX", "exception", "NDR", "lost", "damaged"],
  returning: ["RT", "RT-IT", "rto", "rto initiated", "rto in transit"],
  returned: ["RT-DL", "rto delivered"],
  voided: ["cancelled"],
});

const History = z.object({
  data: z.object({
    status: readableText,
    history: readableList(
      z.object({
        ...{ status_code: readableText, location: readableText, event_time: readableText, message: readableText },
      }),
    ).nullish(),
  }),
});

export async function trackByNumber(
  http: Http,
  given: NimbusPostSettings,
  awb: string,
  at: Date,
): Promise<Found<TrackEvent[]>> {
  const answer = await send(http, given, { method: "GET", path: `/shipments/track/${encodeURIComponent(awb)}` });
  if (answer.status === 404) return absent;
  const refusal = refusalIn(answer);
  if (refusal) return refusal.is === "refused" && refusal.code === "unknownParcel" ? absent : refusal;
  const { status, history } = answer.as(History).data;
  const events = (history ?? []).map(
    (entry): TrackEvent => ({
      at: timeIn(entry.event_time, "+05:30") ?? at,
      place: entry.location || null,
      words: entry.message || entry.status_code || "",
      status: statusIn(statuses, entry.status_code),
    }),
  );
  const now = statusIn(statuses, status);
  const isNews = events.length === 0 || isUnscanned(now, events);
  if (!status || !isNews) return done(inOrder(events));
  return done([...inOrder(events), { at: timeAfter(events, at), place: null, words: status, status: now }]);
}

const Order = z.object({
  data: z.object({
    order_status: readableText,
    shipment: z
      .object({
        ...{ label_url: readableText, picked_at: readableText, ofd_at: readableText, delivered_at: readableText },
      })
      .nullish(),
  }),
});

export async function readOrder(http: Http, given: NimbusPostSettings, id: string) {
  const answer = await send(http, given, { method: "GET", path: `/orders/${encodeURIComponent(id)}` });
  if (answer.status === 404) return absent;
  return refusalIn(answer) ?? done(answer.as(Order).data);
}

/** Newer accounts have no scans, only the times of three events. */
export async function trackByOrder(
  http: Http,
  given: NimbusPostSettings,
  id: string,
  at: Date,
): Promise<Found<TrackEvent[]>> {
  const order = await readOrder(http, given, id);
  if (order.is !== "done") return order;
  const { order_status, shipment } = order.value;
  const steps = [
    ["in transit", shipment?.picked_at],
    ["out for delivery", shipment?.ofd_at],
    ["delivered", shipment?.delivered_at],
  ] as const;
  const events = steps.flatMap(([words, time]): TrackEvent[] => {
    const stepAt = timeIn(time, "+05:30");
    return stepAt ? [{ at: stepAt, place: null, words, status: statusIn(statuses, words) }] : [];
  });
  const word = order_status ?? "";
  const status = statusIn(statuses, word);
  // It has no time, so it is only added if its status is not among the events with one.
  const isNews = events.length === 0 || (status !== "booked" && !events.some((event) => event.status === status));
  return done(
    isNews && word !== "" ? [...events, { at: timeAfter(events, at), place: null, words: word, status }] : events,
  );
}

const Event = z.object({ awb: readableText, awb_number: readableText, status: readableText, remark: readableText });

export const receives: Receives<NimbusPostSettings, CarrierEvent> = {
  events: [],
  isSetUp: ({ webhookToken }) => webhookToken !== undefined,
  keeps: [],
  admit({ webhookToken }, inbound) {
    admitToken(webhookToken, inbound.query?.["token"]);
    // An `id`, if there is one, is the shipment's.
    return idWithinHour(inbound);
  },
  // Webhooks are neither signed nor documented: for older accounts the parcel is tracked instead of trusting them.
  async read(http, given, inbound) {
    const eventId = idWithinHour(inbound);
    const { awb, awb_number, status, remark } = Event.parse(jsonIn(inbound));
    const number = awb || awb_number;
    if (!number)
      return done({ eventId, at: inbound.at, happened: { is: "ignored", kind: idOfParts(status) ?? "unknown" } });
    const trackEvent: TrackEvent = {
      at: inbound.at,
      place: null,
      words: remark || status || "",
      status: statusIn(statuses, status),
      // Its time is that of this delivery, and it may be delivered again.
      isState: true,
    };
    const found = given.generation === "v1" ? await trackByNumber(http, given, number, inbound.at) : done([trackEvent]);
    if (found.is === "absent")
      return done({ eventId, at: inbound.at, happened: { is: "ignored", kind: "unknown parcel" } });
    if (found.is !== "done") return found;
    const happened = { is: "tracked", parcel: { trackingNumber: number }, events: found.value } as const;
    return done({ eventId, at: found.value.at(-1)?.at ?? inbound.at, happened });
  },
};
