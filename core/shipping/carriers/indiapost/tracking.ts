/** Tracking with India Post, whose statuses are matched by their beginning. */
import * as z from "zod";
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { admitToken, eventIdOf, idOfParts, jsonIn, type Receives } from "#core/provider/inbound";
import { absent, done, type Found } from "#core/provider/outcome";
import { readable, readableList, yesOrNo } from "../readable.ts";
import type { CarrierEvent, TrackEvent, TrackStatus } from "../tracking-events.ts";
import { dayFirst, inOrder, normalised, statusesOf, timeIn } from "../words.ts";
import { type IndiaPostSettings, no, prefix, send } from "./api.ts";

export const statuses = statusesOf({
  booked: ["item booked", "item book", "item inducted", "assigned", "inducted"],
  inTransit: [
    ...["pickedup", "item bagged", "item dispatch", "item receive", "bag close", "bag dispatch", "bag open"],
    ...["bag received", "item redirect", "missent"],
  ],
  outForDelivery: ["item invoice", "out for delivery", "taken out for delivery", "beat dispatch"],
  delivered: ["item delivered", "item delivery"],
  exception: [
    ...["item onhold", "item kept on hold", "kept in deposit", "unclaimed"],
    ...["item not delivered", "item nondeliver"],
  ],
  returning: ["item return", "returns confirmed"],
  returned: ["item delivered(sender)"],
  voided: ["cancelled"],
});

/** By the longest matching prefix: "Item Invoiced" is "item invoice". */
const statusOf = (word: string | null | undefined): TrackStatus | null => {
  const text = normalised(word);
  const [found] = Object.keys(statuses)
    .filter((start) => text.startsWith(start))
    .toSorted((a, b) => b.length - a.length);
  return found === undefined ? null : (statuses[found] ?? null);
};

const text = z.union([z.string(), z.number().transform(String)]).nullish();
const Entry = z.object({ date: text, time: text, office: readable(text), event: text });

export const Article = z.object({
  booking_details: z.object({
    article_number: z.string(),
    booked_on: readable(z.string()),
    destination_pincode: z.union([z.string(), z.int().transform(String)]).nullish(),
  }),
  tracking_details: readableList(Entry).nullish(),
});

type Article = z.output<typeof Article>;
/** Empty for a number that is unknown or has no scans. */
export const Tracked = z.object({
  success: yesOrNo.nullish(),
  message: readable(text),
  data: z.array(Article).nullish(),
});

export const trackBy = (http: Http, given: IndiaPostSettings, number: string) =>
  send(http, given, { path: `${prefix}/tracking/bulk`, json: { bulk: [number] } });

export async function articleBy(http: Http, given: IndiaPostSettings, number: string): Promise<Found<Article>> {
  const answer = await trackBy(http, given, number);
  if (!isYes(answer)) return no(answer);
  const found = answer.as(Tracked).data?.find(({ booking_details }) => booking_details.article_number === number);
  return found ? done(found) : absent;
}

/** The clock is India's. Beside it, the date has one too: midnight, or the same one labelled as UTC. */
const timeOf = (date: string | null | undefined, time: string | null | undefined): Date | null => {
  const both = time ? `${(date ?? "").trim().slice(0, 10)} ${time}` : date;
  return timeIn(both, "+05:30") ?? dayFirst(both);
};

/** Delivered after being sent back means returned. @param at the time of events without one. */
export function eventsOf(entries: readonly z.output<typeof Entry>[], at: Date): TrackEvent[] {
  const events = inOrder(
    entries.map(({ date, time, office, event }) => ({
      at: timeOf(date, time) ?? at,
      place: office || null,
      words: event ?? "",
      status: statusOf(event),
    })),
  );
  const sentBack = events.findIndex(({ status }) => status === "returning");
  return events.map((event, nth) => {
    const hasCome = sentBack >= 0 && nth > sentBack && event.status === "delivered";
    return hasCome ? { ...event, status: "returned" } : event;
  });
}

/** Field names differ between customers. */
const Event = z.object({
  articleNumber: text,
  article_number: text,
  barcode: text,
  event: text,
  event_code: text,
  event_description: text,
  eventDateTime: text,
  event_date: text,
  date: text,
  event_time: text,
  time: text,
  event_office_name: readable(text),
  office: readable(text),
});

/** The code of a delivery to the customer is that of one to the sender: the description tells them apart. */
function readEvent(json: unknown) {
  const event = Event.parse(json);
  const number = event.articleNumber || event.article_number || event.barcode || undefined;
  const words = event.event_description || event.event || event.event_code || "";
  const date = event.eventDateTime || event.event_date || event.date;
  const time = event.eventDateTime ? null : event.event_time || event.time;
  const when = `${date ?? ""} ${time ?? ""}`.trim();
  const entry = { date, time, office: event.event_office_name || event.office, event: words };
  // Without a time, every such event of the article would have the same id.
  return { number, words, entry, id: when === "" ? undefined : idOfParts(number, words, when) };
}

export const receives: Receives<IndiaPostSettings, CarrierEvent> = {
  events: [],
  isSetUp: ({ webhookToken }) => webhookToken !== undefined,
  keeps: [],
  admit({ webhookToken }, inbound) {
    admitToken(webhookToken, inbound.query?.["token"]);
    const json = jsonIn(inbound);
    return eventIdOf(inbound, Event.safeParse(json).success ? readEvent(json).id : undefined);
  },
  // A single event does not show whether the article was sent back before: its other scans are read as well.
  async read(http, given, inbound) {
    const { number, words, entry, id } = readEvent(jsonIn(inbound));
    const eventId = eventIdOf(inbound, id);
    const [told] = eventsOf([entry], inbound.at);
    const at = told?.at ?? inbound.at;
    if (!number) return done({ eventId, at, happened: { is: "ignored", kind: words } });
    const article = await articleBy(http, given, number);
    if (article.is !== "done" && article.is !== "absent") return article;
    const scans = article.is === "done" ? (article.value.tracking_details ?? []) : [];
    const isThere = eventsOf(scans, inbound.at).some((scan) => scan.at.getTime() === at.getTime());
    const events = eventsOf(isThere ? scans : [...scans, entry], inbound.at);
    return done({ eventId, at, happened: { is: "tracked", parcel: { trackingNumber: number }, events } });
  },
};
