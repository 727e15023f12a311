/** Tracking with India Post, whose statuses are matched by their beginning. */
import * as z from "zod";
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { admitToken, eventIdOf, idOfParts, jsonIn, type Receives } from "#core/provider/inbound";
import { absent, done, type Found } from "#core/provider/outcome";
import type { CarrierEvent, TrackEvent, TrackStatus } from "../tracking-events.ts";
import { dayFirst, inOrder, normalised, statusesOf, timeIn } from "../words.ts";
import { type IndiaPostSettings, no, prefix, send } from "./api.ts";

export const statuses = statusesOf({
  booked: ["item booked", "item book", "assigned", "inducted"],
  inTransit: [
    ...["pickedup", "item bagged", "item dispatched", "item received", "bag dispatch", "bag open", "item redirect"],
    ...["missent"],
  ],
  outForDelivery: ["item invoice", "out for delivery"],
  delivered: ["item delivered", "item delivery"],
  exception: ["item onhold", "kept in deposit", "unclaimed"],
  returning: ["item return", "returns confirmed"],
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

const text = z.string().nullish();
const Entry = z.object({ date: text, time: text, office: text, event: text });

export const Article = z.object({
  booking_details: z.object({
    article_number: z.string(),
    destination_pincode: z.union([z.string(), z.int().transform(String)]).nullish(),
  }),
  tracking_details: z.array(Entry).nullish(),
});

type Article = z.output<typeof Article>;
/** Empty for a number that is unknown or has no scans. */
export const Tracked = z.object({ data: z.array(Article).nullish() });

export const trackBy = (http: Http, given: IndiaPostSettings, number: string) =>
  send(http, given, { path: `${prefix}/tracking/bulk`, json: { bulk: [number] } });

export async function articleBy(http: Http, given: IndiaPostSettings, number: string): Promise<Found<Article>> {
  const answer = await trackBy(http, given, number);
  if (!isYes(answer)) return no(answer);
  const found = answer.as(Tracked).data?.find(({ booking_details }) => booking_details.article_number === number);
  return found ? done(found) : absent;
}

const timeOf = (date: string | null | undefined, time: string | null | undefined): Date | null => {
  const both = `${date ?? ""} ${time ?? ""}`.trim();
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
  eventDateTime: text,
  date: text,
  time: text,
  office: text,
});

function readEvent(json: unknown) {
  const { articleNumber, article_number, barcode, event, event_code, eventDateTime, date, time, office } =
    Event.parse(json);
  const number = articleNumber || article_number || barcode || undefined;
  const words = event || event_code || "";
  const when = eventDateTime || `${date ?? ""} ${time ?? ""}`;
  const entry = { date: when, time: null, office, event: words };
  return { number, words, entry, id: idOfParts(number, words, when) };
}

export const receives: Receives<IndiaPostSettings, CarrierEvent> = {
  events: [],
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
