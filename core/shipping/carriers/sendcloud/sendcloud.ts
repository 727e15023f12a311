/**
 * Sendcloud: European carriers. Each reference is accepted once; a repetition is answered with the existing shipment.
 */
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { absent, done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { byCost, daysIn, priced } from "../measures.ts";
import type { Booked, BookingRef, Label, ParcelRequest, Rate, Voided } from "../parcel.ts";
import { isUnderWay } from "../words.ts";
import {
  Announced,
  addressOf,
  announcementOf,
  bookedIn,
  Cancelled,
  isCancelled,
  noOrUnknown,
  Options,
  sizeOf,
} from "./answers.ts";
import { dpiOf, mimeOf, no, type SendcloudSettings, saidIn, send, settings } from "./api.ts";
import { eventsOf, receives, statuses, Tracking } from "./tracking.ts";

export const sendcloud = {
  code: "sendcloud",
  label: "Sendcloud",
  settings,
  // There is no test mode.
  mode: () => "live",
  account: ({ publicKey }) => publicKey,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "no",
    email: "no",
    region: ["US", "CA", "IT", "AU"],
    regionCodes: true,
    postalCode: true,
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const path = "/parcels/tracking/none";
    const answer = await send(http, given, { method: "GET", path });
    // With valid credentials, it answers that there is no such parcel.
    const isKnown = answer.status === 404 && answer.json !== undefined;
    return isKnown || (answer.status === 200 && Tracking.safeParse(answer.json).success)
      ? done({ mode: "live" })
      : noOrUnknown(answer);
  },

  rates: ratesFor,

  book: {
    repeats: { how: "freely" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      // A shipment needs one of its shipping options.
      const rates = asked.service === null ? await ratesFor(http, given, asked) : done([]);
      if (rates.is !== "done") return rates;
      const [cheapest] = rates.value.toSorted(byCost(asked.value.currency));
      const service = asked.service ?? cheapest?.service;
      if (service === undefined) return refused("noService", "No carrier delivers there.");
      const json = announcementOf(given, asked, service);
      const answer = await send(http, given, { method: "POST", path: "/shipments/announce", json });
      // 409 contains the shipment with this reference, which is ours.
      const isThere = answer.status === 409 && Announced.safeParse(answer.json).success;
      if (!isYes(answer) && !isThere) return no(answer);
      return bookedIn(http, given, answer.as(Announced).data);
    },
  },

  askLabel: (http, given, asked) => documentOf(http, given, asked, "label", given.labelFormat),
  askCustomsDocuments: (http, given, asked) => documentOf(http, given, asked, "customs-declaration", "pdf"),

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `${shipmentAt(bookingId)}/cancel`;
      const answer = await send(http, given, { method: "POST", path });
      if (answer.status === 200 || answer.status === 202) {
        answer.as(Cancelled);
        return done({ state: answer.status === 200 ? "voided" : "pending" });
      }
      const says = saidIn(answer);
      if (answer.status === 409 && /already.*cancel/i.test(says)) {
        // It says "already being cancelled" of both: its state decides.
        const read = await send(http, given, { method: "GET", path: shipmentAt(bookingId) });
        const shipment = read.status === 200 ? Announced.safeParse(read.json).data?.data : undefined;
        return done({ state: shipment && isCancelled(shipment) ? "voided" : "pending" });
      }
      // A refusal, by its message; any other 409 may be about a concurrent request.
      if (answer.status === 409 && /cannot|can't|not allowed|more than|too late|days/i.test(says))
        return refused("tooLate", says);
      return no(answer);
    },
  },

  async track(http, given, { bookingId, trackingNumber, at, voiding }) {
    // A cancellation that the carrier must approve shows in the shipment, and not in its tracking.
    const read = voiding ? await send(http, given, { method: "GET", path: shipmentAt(bookingId) }) : undefined;
    const shipment = read?.status === 200 ? Announced.safeParse(read.json).data?.data : undefined;
    if (shipment && isCancelled(shipment)) {
      return done({ events: [{ at, place: null, words: "Cancelled", status: "voided" } as const] });
    }
    const path = `/parcels/tracking/${encodeURIComponent(trackingNumber)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (!isYes(answer)) return no(answer);
    const events = eventsOf(answer.as(Tracking), at);
    const travels = voiding === true && events.some(({ status }) => isUnderWay(status));
    return done({ events, ...(travels && { voidRefused: "The parcel is on its way." }) });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<SendcloudSettings>;

const shipmentAt = (id: string) => `/shipments/${encodeURIComponent(id)}`;

async function ratesFor(http: Http, given: SendcloudSettings, asked: ParcelRequest): Promise<Outcome<readonly Rate[]>> {
  const { from, to } = asked;
  const json = {
    from_address: addressOf(from),
    to_address: addressOf(to),
    parcels: [sizeOf(asked)],
    calculate_quotes: true,
  };
  const answer = await send(http, given, { method: "POST", path: "/shipping-options", json });
  if (!isYes(answer)) return no(answer);
  const options = answer.as(Options).data ?? [];
  if (options.length === 0) return refused("noService", "No carrier delivers there.");
  return done(
    options.map(({ code, name, quotes }) => {
      const [quote] = quotes ?? [];
      const total = quote?.price?.total;
      const hours = quote?.lead_time;
      return {
        service: code,
        name,
        cost: total ? priced(total.value, total.currency) : null,
        days: hours ? daysIn(Math.ceil(hours / 24)) : null,
      };
    }),
  );
}

async function documentOf(
  http: Http,
  given: SendcloudSettings,
  { bookingId }: BookingRef,
  type: "label" | "customs-declaration",
  format: SendcloudSettings["labelFormat"],
): Promise<Outcome<Label>> {
  const read = await send(http, given, { method: "GET", path: shipmentAt(bookingId) });
  if (!isYes(read)) return no(read);
  const [parcel] = read.as(Announced).data.parcels;
  if (!parcel?.id) return refused("unknownParcel", "Sendcloud has no parcel for it.");
  const path = `/parcels/${parcel.id}/documents/${type}`;
  const query = { dpi: dpiOf[format] };
  const answer = await send(http, given, { method: "GET", path, query, accept: mimeOf[format] });
  if (!isYes(answer)) return no(answer);
  const isOne = (answer.headers["content-type"] ?? "").startsWith(mimeOf[format]);
  return isOne ? done({ format, bytes: answer.bytes }) : unknown(`Its answer is not a ${format.toUpperCase()} file.`);
}
