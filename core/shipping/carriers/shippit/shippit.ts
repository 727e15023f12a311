/** Shippit: Australian and some Asian couriers. Its own number identifies the parcel; the courier's comes later. */

import * as z from "zod";
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { absent, done, notYet, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { byCost, daysIn, priced } from "../measures.ts";
import type { Booked, Label, PickupOrdered, Rate, Voided } from "../parcel.ts";
import { regionCode } from "../region-code.ts";
import { Cancelled, Order, PickupAnswer, Quotes, UnknownNumber } from "./answers.ts";
import { failureIn, no, refusalOf, type ShippitSettings, send, settings } from "./api.ts";
import { orderOf, parcelOf } from "./order.ts";
import { eventsOf, receives, statuses, Track } from "./tracking.ts";

const modeOf = ({ server }: ShippitSettings) => (server === "live" ? "live" : "test");
/** Shippit's prices have no currency: its accounts are Australian. */
const currency = "AUD";

export const shippit = {
  code: "shippit",
  label: "Shippit",
  settings,
  mode: modeOf,
  account: ({ apiSecret }) => apiSecret,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "recipient",
    email: "recipient",
    region: ["AU"],
    postalCode: true,
    pickupPlace: false,
    customs: false,
    collects: [],
  },
  labelFormats: ["pdf"],

  async check(http, given) {
    const probe = {
      ...{ dropoff_postcode: "3000", dropoff_state: "VIC", dropoff_suburb: "Melbourne" },
      parcel_attributes: [{ qty: 1, weight: 1 }],
    };
    const answer = await send(http, given, { method: "POST", path: "/quotes", json: { quote: probe } });
    if (!isYes(answer)) return no(answer);
    answer.as(Quotes);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const { address } = asked.to;
    const quote = {
      dropoff_postcode: address.postalCode,
      dropoff_suburb: address.city,
      dropoff_country_code: address.country,
      ...(address.region && { dropoff_state: regionCode(address) ?? address.region }),
      parcel_attributes: [parcelOf(asked)],
    };
    const answer = await send(http, given, { method: "POST", path: "/quotes", json: { quote } });
    if (!isYes(answer)) return no(answer);
    const rates = answer.as(Quotes).response.flatMap(({ courier_type, success, quotes }): Rate[] => {
      const [best] = (quotes ?? [])
        .flatMap((quote) =>
          quote ? { cost: priced(quote.price, currency), days: daysIn(quote.estimated_transit_time) } : [],
        )
        // A courier that quotes nothing does not accept the parcel.
        .filter(({ cost }) => cost?.amountMinor !== 0)
        .toSorted(byCost(currency));
      if (success === false || !best) return [];
      return [{ service: courier_type, name: `Shippit ${courier_type.replaceAll("_", " ")}`, ...best }];
    });
    return rates.length > 0 ? done(rates) : refused("noService", "No courier delivers there.");
  },

  book: {
    // It has no idempotency keys, and does not document references as unique or searchable.
    repeats: { how: "never" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const answer = await send(http, given, { method: "POST", path: "/orders", json: { order: orderOf(asked) } });
      if (!isYes(answer)) return no(answer);
      const { tracking_number, price, courier_name, courier_type, tracking_url } = answer.as(Order).response;
      const counter = courier_type === "click_and_collect" ? "Click & Collect" : null;
      const cost = priced(price, currency);
      return done({
        bookingId: tracking_number,
        trackingNumber: tracking_number,
        trackingUrl: tracking_url || null,
        // Its name follows later.
        courier: courier_name || counter,
        // Nothing, until the price is known.
        cost: cost?.amountMinor === 0 ? null : cost,
        label: null,
      });
    },
  },

  askLabel: (http, given, { bookingId }) => labelOf(http, given, bookingId),

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/orders/${encodeURIComponent(bookingId)}`;
      const answer = await send(http, given, { method: "DELETE", path });
      const state = answer.status === 200 ? answer.as(Cancelled).response.state : failureIn(answer).order_state;
      if (state === "cancelled") return done({ state: "voided" });
      return isYes(answer) ? unknown(`It is ${state || "in no state"}.`) : no(answer);
    },
  },

  pickup: {
    repeats: { how: "never" },
    async ask(http, given, { bookings }): Promise<Outcome<PickupOrdered>> {
      // Orders without a label are refused.
      for (const { bookingId } of bookings) {
        const label = await labelOf(http, given, bookingId);
        if (label.is !== "done") return label;
      }
      const json = { orders: bookings.map(({ bookingId }) => bookingId) };
      const answer = await send(http, given, { method: "POST", path: "/book", json });
      if (!isYes(answer)) return no(answer);
      const booked = answer.as(PickupAnswer);
      if (booked.response?.length === 0) return refused("refused", "Nothing was booked.");
      // A request that is refused as a whole has no list.
      const { id, manifest, success, ...failure } = booked.response?.[0] ?? booked;
      if (success === false || failure.error) return refusalOf(failure);
      const pickupId = manifest || (id ? String(id) : null);
      return success || pickupId ? done({ pickupId, says: "" }) : unknown("It does not say whether it was booked.");
    },
  },

  async track(http, given, { bookingId, courier, at }) {
    const path = `/orders/${encodeURIComponent(bookingId)}/tracking`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404 || (answer.status === 400 && UnknownNumber.safeParse(answer.json).success)) return absent;
    if (!isYes(answer)) return no(answer);
    return done({ events: eventsOf(answer.as(z.object({ response: Track })).response.track, at, courier) });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<ShippitSettings>;

/** Refusals of a label that no waiting changes. */
const lasting: ReadonlySet<string> = new Set([
  ...["label_failed_rules_engine", "label_failed_invalid_quote", "label_failed_courier_deprecated"],
  "label_failed_tracking_order",
]);

async function labelOf(http: Http, given: ShippitSettings, bookingId: string): Promise<Outcome<Label>> {
  const path = `/orders/${encodeURIComponent(bookingId)}/label`;
  const answer = await send(http, given, { method: "GET", path });
  const { error, error_description, order_state } = failureIn(answer);
  const isLasting = lasting.has(error ?? "") || order_state === "cancelled";
  if (answer.status === 422 && !isLasting) return notYet(error_description || "The label is being made.");
  if (!isYes(answer)) return no(answer);
  const { qualified_url } = answer.as(z.object({ response: z.object({ qualified_url: z.string() }) })).response;
  return done({ format: "pdf", url: qualified_url });
}
