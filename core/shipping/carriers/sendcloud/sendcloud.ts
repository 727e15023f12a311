/**
 * Sendcloud: European carriers. Each reference is accepted once; a repetition is answered with the existing shipment.
 */
import { isYes } from "#core/provider/call";
import { absent, done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { daysIn, priced } from "../measures.ts";
import type { Booked, Label, Rate, Voided } from "../parcel.ts";
import { Announced, addressOf, announcementOf, bookedIn, Cancelled, noOrUnknown, Options, sizeOf } from "./answers.ts";
import { mimeOf, no, type SendcloudSettings, saidIn, send, settings } from "./api.ts";
import { eventsOf, receives, statuses, Tracking } from "./tracking.ts";

export const sendcloud = {
  code: "sendcloud",
  label: "Sendcloud",
  settings,
  // There is no test mode.
  mode: () => "live",
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "no",
    email: "no",
    region: ["US", "CA", "IT"],
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

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
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
    if (options.length === 0) return refused("noService", "No carrier goes there.");
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
  },

  book: {
    repeats: { how: "freely" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const json = announcementOf(given, asked);
      const answer = await send(http, given, { method: "POST", path: "/shipments/announce", json });
      // 409 contains the shipment with this reference, which is ours.
      const isThere = answer.status === 409 && Announced.safeParse(answer.json).success;
      if (!isYes(answer) && !isThere) return no(answer);
      return bookedIn(http, given, answer.as(Announced).data);
    },
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const read = await send(http, given, { method: "GET", path: `/shipments/${encodeURIComponent(bookingId)}` });
    if (!isYes(read)) return no(read);
    const [parcel] = read.as(Announced).data.parcels;
    if (!parcel) return refused("unknownParcel", "Sendcloud has no parcel for it.");
    const format = given.labelFormat;
    const path = `/parcels/${parcel.id}/documents/label`;
    const answer = await send(http, given, { method: "GET", path, accept: mimeOf[format] });
    if (!isYes(answer)) return no(answer);
    const isOne = (answer.headers["content-type"] ?? "").startsWith(mimeOf[format]);
    return isOne ? done({ format, bytes: answer.bytes }) : unknown("Its answer is not a label.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/shipments/${encodeURIComponent(bookingId)}/cancel`;
      const answer = await send(http, given, { method: "POST", path });
      if (answer.status === 200 || answer.status === 202) {
        answer.as(Cancelled);
        return done({ state: answer.status === 200 ? "voided" : "pending" });
      }
      const says = saidIn(answer);
      if (answer.status === 409 && /already.*cancel/i.test(says)) return done({ state: "voided" });
      // A refusal, by its message; any other 409 may be about a concurrent request.
      if (answer.status === 409 && /cannot|can't|not allowed|more than|too late|days/i.test(says))
        return refused("tooLate", says);
      return no(answer);
    },
  },

  async track(http, given, { trackingNumber, at }) {
    const path = `/parcels/tracking/${encodeURIComponent(trackingNumber)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (!isYes(answer)) return no(answer);
    return done({ events: eventsOf(answer.as(Tracking), at) });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<SendcloudSettings>;
