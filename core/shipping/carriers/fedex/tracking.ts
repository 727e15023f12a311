/** Tracking with FedEx: answers and webhooks. */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { eventIdOf, idOfParts, jsonIn, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { readable, readableList, readableText, textOrNumber } from "../readable.ts";
import type { CarrierEvent, Happened, TrackEvent } from "../tracking-events.ts";
import { endsWith, inOrder, placeOf, statusesOf, statusIn, timeIn } from "../words.ts";
import type { FedExSettings } from "./api.ts";

/** DR and RC are changed delivery options, which do not affect the status. */
export const statuses = statusesOf({
  booked: ["OC", "OX", "EP", "PD", "DS"],
  inTransit:
    "PU PX AP OF AR AF AA AC AX DP LO IT IX PF PL PM SF FD TR EA EO ED AD AO CC CP HL HP DD DY CH RR RM SP".split(" "),
  outForDelivery: ["OD"],
  delivered: ["DL"],
  exception: ["DE", "SE", "CD"],
  returning: ["RS"],
  voided: ["CA"],
});

const Place = readable(z.object({ city: readableText, stateOrProvinceCode: readableText, countryCode: readableText }));

export const Result = z.object({
  trackingNumberInfo: z.object({ trackingNumber: textOrNumber.nullish() }).nullish(),
  error: z.object({ code: readableText, message: readableText }).nullish(),
  latestStatusDetail: z
    .object({ code: readableText, derivedCode: readableText, statusByLocale: readableText, description: readableText })
    .nullish(),
  dateAndTimes: readable(readableList(z.object({ type: readableText, dateTime: readableText }))),
  scanEvents: readableList(
    z.object({
      date: readableText,
      eventType: readableText,
      eventDescription: readableText,
      derivedStatusCode: readableText,
      scanLocation: Place,
    }),
  ).nullish(),
});
export type Result = z.output<typeof Result>;

export const isCancelled = ({ latestStatusDetail: latest }: Result): boolean =>
  statusIn(statuses, latest?.derivedCode, latest?.code) === "voided";

/** @param at the time of events without one. */
export function eventsOf({ latestStatusDetail: latest, scanEvents, dateAndTimes }: Result, at: Date): TrackEvent[] {
  const scans = (scanEvents ?? []).map((scan): TrackEvent => {
    const { city, stateOrProvinceCode, countryCode } = scan.scanLocation ?? {};
    return {
      at: timeIn(scan.date) ?? at,
      place: placeOf(city, stateOrProvinceCode, countryCode),
      words: scan.eventDescription || scan.eventType || "",
      status: statusIn(statuses, scan.derivedStatusCode, scan.eventType),
    };
  });
  const status = statusIn(statuses, latest?.derivedCode, latest?.code);
  // A cancellation, for instance, is not a scan.
  const isScanned = status === null || endsWith(scans, status);
  if (!latest || (scans.length > 0 && isScanned)) return inOrder(scans);
  const delivered = dateAndTimes?.find(({ type }) => type === "ACTUAL_DELIVERY")?.dateTime;
  const words = latest.description || latest.statusByLocale || latest.derivedCode || latest.code || "";
  const last = inOrder(scans).at(-1)?.at;
  return inOrder([...scans, { at: timeIn(delivered) ?? last ?? at, place: null, words, status }]);
}

/** The time of the first scan; null if there is none. */
const beganAt = ({ scanEvents }: Result): number | null =>
  (scanEvents ?? []).flatMap(({ date }) => timeIn(date)?.getTime() ?? []).toSorted((a, b) => a - b)[0] ?? null;

/** A tolerance: clocks differ, and some times come without a zone. */
const dayMs = 24 * 3_600_000;

/**
 * FedEx reuses numbers after a while, and then also returns the earlier parcel. Ours is the one that began last, and
 * not before it left; until FedEx knows it, the result is undefined, and never the earlier parcel.
 */
export function resultOf(results: readonly Result[], shippedAt: Date | null): Result | undefined {
  const since = shippedAt === null ? 0 : shippedAt.getTime() - dayMs;
  const known = results
    .filter(({ error, latestStatusDetail, scanEvents }) => !error && (latestStatusDetail || scanEvents?.length))
    .filter((result) => (beganAt(result) ?? since) >= since);
  return known.toSorted((a, b) => (beganAt(b) ?? since) - (beganAt(a) ?? since))[0];
}

const Event = z.object({
  trackingNumber: textOrNumber.nullish(),
  status: readableText,
  trackResults: readableList(Result).nullish(),
});

export const receives: Receives<FedExSettings, CarrierEvent> = {
  events: [],
  isSetUp: ({ webhookToken }) => webhookToken !== undefined,
  keeps: [],
  admit({ webhookToken }, inbound) {
    // Some users report the second header name.
    const given = inbound.headers["fdx-signature"] ?? inbound.headers["x-fdx-sc-signature"] ?? "";
    if (webhookToken === undefined) throw unsigned();
    const made = createHmac("sha256", webhookToken).update(inbound.body).digest();
    // FedEx documents both base64 and hexadecimal.
    const fits = [made.toString("base64"), made.toString("hex")].map((text_) => sameText(given, text_));
    if (!fits.includes(true)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(_http, _given, inbound) {
    const eventId = eventIdOf(inbound);
    const { trackingNumber, status, trackResults } = Event.parse(jsonIn(inbound));
    const result = resultOf(trackResults ?? [], null);
    const number = trackingNumber || result?.trackingNumberInfo?.trackingNumber;
    const now: TrackEvent = { at: inbound.at, place: null, words: status ?? "", status: statusIn(statuses, status) };
    const events = result ? eventsOf(result, inbound.at) : [now].filter(({ words }) => words !== "");
    const happened: Happened = number
      ? { is: "tracked", parcel: { trackingNumber: number }, events }
      : { is: "ignored", kind: idOfParts(status) ?? "unknown" };
    return done({ eventId, at: events.at(-1)?.at ?? inbound.at, happened });
  },
};
