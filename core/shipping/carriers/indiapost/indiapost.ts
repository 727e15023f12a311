/** India Post, for contract customers. The store numbers its articles itself, and each number is accepted once. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import type { Answer, Http } from "#core/provider/http";
import { done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { priced } from "../measures.ts";
import type { Booked, BookingRequest } from "../parcel.ts";
import { readable, readableAmount, readableText, yesOrNo } from "../readable.ts";
import { pincode, timeIn } from "../words.ts";
import { codeOf, type IndiaPostSettings, no, sendBooking, settings } from "./api.ts";
import { articleOf, fits } from "./article.ts";
import { nthArticle } from "./number.ts";
import { articleBy, eventsOf, receives, statuses, Tracked, trackBy } from "./tracking.ts";

const modeOf = ({ server }: IndiaPostSettings) => (server === "live" ? "live" : "test");

const tooLong = refused(
  "address",
  "India Post prints a street in three lines of 80 characters and a city in one. This address is longer.",
);

export const indiapost = {
  code: "indiapost",
  label: "India Post",
  settings,
  mode: modeOf,
  account: ({ customerId }) => customerId,
  needs: {
    from: ["IN"],
    to: ["IN"],
    weightMaxGrams: 35_000,
    dimensions: true,
    phone: "both",
    indianMobiles: true,
    email: "no",
    region: ["IN"],
    pickupPlace: false,
    customs: false,
    collects: [],
    ownNumber: true,
  },
  // Labels are printed on the portal: how to request one from the API is not known.
  labelFormats: [],

  async check(http, given) {
    const answer = await trackBy(http, given, numberOf(given, 0) ?? "");
    if (!isYes(answer)) return no(answer);
    const { success, message } = answer.as(Tracked);
    if (success === false) return refused(codeOf(message ?? ""), message || "It does not accept the request.");
    return done({ mode: modeOf(given) });
  },

  book: {
    repeats: { how: "freely" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const number = asked.trackingNumber;
      if (!fits(asked)) return tooLong;
      if (!number) return refused("settings", "The series of numbers is used up.");
      const answer = await sendBooking(http, given, { articles: [articleOf(given, asked, number)] });
      const { success, valid_articles, error_articles, message } = processedIn(answer);
      const valid = valid_articles?.find(({ barcode_no }) => barcode_no === number);
      if (isYes(answer) && valid) return done(bookedAs(number, valid.calculated_tariff ?? null));
      // Even if the request as a whole succeeded, this article was refused.
      const faulty = error_articles?.find(({ barcode_no }) => barcode_no === number);
      const says =
        [faulty?.errors ?? []]
          .flat()
          .filter((fault) => fault !== null)
          .map((fault) => (typeof fault === "string" ? fault : JSON.stringify(fault)))
          .join(" ") ||
        message ||
        "";
      // Used by an earlier request for this parcel, or by another parcel.
      const isUsed = (isYes(answer) || answer.status === 400) && /already/i.test(says);
      if (isUsed) return usedFor(http, given, asked, number, says);
      if (!isYes(answer)) return no(answer, says);
      // The whole request may be refused without mentioning the article.
      return faulty || success === false
        ? refused(codeOf(says), says || "It was not accepted.")
        : unknown(says || "Its answer does not mention the article.");
    },
  },

  cannotVoid:
    "India Post's interface cancels nothing: an article that is never handed over is never charged. Tell your office if it is to be collected.",

  async track(http, given, { trackingNumber, at }) {
    const found = await articleBy(http, given, trackingNumber);
    return found.is === "done" ? done({ events: eventsOf(found.value.tracking_details ?? [], at) }) : found;
  },

  trackingUrl: () => "https://www.indiapost.gov.in",
  statuses,
  receives,
  numberOf,
} satisfies Carrier<IndiaPostSettings>;

function numberOf({ seriesLetters, seriesFirst, seriesLast }: IndiaPostSettings, nth: number): string | null {
  return nthArticle(seriesLetters, seriesFirst, seriesLast, nth);
}

const text = z.string().nullish();
const Processed = z.object({
  success: readable(yesOrNo),
  message: readableText,
  valid_articles: z.array(z.object({ barcode_no: z.string(), calculated_tariff: readableAmount })).nullish(),
  error_articles: z.array(z.object({ barcode_no: text, errors: z.unknown().optional() })).nullish(),
});

/** A refusal may have another format. */
const processedIn = (answer: Answer): Partial<z.output<typeof Processed>> =>
  isYes(answer) ? answer.as(Processed) : (Processed.safeParse(answer.json).data ?? {});

const bookedAs = (number: string, tariff: string | number | null): Booked => ({
  bookingId: number,
  trackingNumber: number,
  trackingUrl: null,
  courier: null,
  cost: priced(tariff, "INR"),
  label: null,
});

const weekMs = 7 * 24 * 3_600_000;

/** A used number is this parcel's if it has the same destination, and was not booked long before the parcel. */
async function usedFor(
  http: Http,
  given: IndiaPostSettings,
  { to, at }: BookingRequest,
  number: string,
  says: string,
): Promise<Outcome<Booked>> {
  const found = await articleBy(http, given, number);
  if (found.is === "absent") return unknown(`${says} Look for ${number} on the portal.`);
  if (found.is !== "done") return ofSearch(found);
  const { destination_pincode: destination, booked_on } = found.value.booking_details;
  if (!destination) return unknown(`${says} Where ${number} goes is not said: look for it on the portal.`);
  const bookedAt = timeIn(booked_on, "+05:30")?.getTime() ?? Number.POSITIVE_INFINITY;
  return pincode(destination) === pincode(to.address.postalCode) && bookedAt >= at.getTime() - weekMs
    ? done(bookedAs(number, null))
    : refused("refused", `${number} is another parcel's: the series of numbers is not the one that was allotted.`);
}
