/**
 * Shippo: many carriers, mostly American. A shipment is created, which is free, and then one of its rates is bought.
 */

import * as z from "zod";
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, refused } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { byCost, daysIn, priced } from "../measures.ts";
import type { Booked, Label, Rate, Voided } from "../parcel.ts";
import type { Tracked } from "../tracking-events.ts";
import {
  bookedIn,
  customsDocumentsOf,
  findBooked,
  labelOf,
  Page,
  ratesFor,
  readTransaction,
  Transaction,
} from "./answers.ts";
import { no, type ShippoSettings, send, settings } from "./api.ts";
import { eventsOf, receives, statuses, Track } from "./tracking.ts";

const modeOf = ({ token }: ShippoSettings) => (token.startsWith("shippo_live_") ? "live" : "test");

export const shippo = {
  code: "shippo",
  label: "Shippo",
  settings,
  mode: modeOf,
  account: ({ token }) => token,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: true,
    phone: "no",
    email: "no",
    region: ["US", "CA", "AU"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/transactions", query: { results: 1 } });
    if (!isYes(answer)) return no(answer);
    answer.as(Page);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const rates = await ratesFor(http, given, asked);
    if (rates.is !== "done") return rates;
    return done(
      rates.value.map(({ provider, servicelevel, amount, currency, estimated_days }) => ({
        service: servicelevel.token,
        name: `${provider} ${servicelevel.name ?? servicelevel.token}`,
        cost: priced(amount, currency),
        days: daysIn(estimated_days),
      })),
    );
  },

  book: {
    repeats: { how: "findFirst", afterMinutes: 3 },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const rates = await ratesFor(http, given, asked);
      if (rates.is !== "done") return rates;
      const { service } = asked;
      const fitting = rates.value.filter(({ servicelevel }) => service === null || servicelevel.token === service);
      const [chosen] = fitting
        .map((rate) => ({ ...rate, cost: priced(rate.amount, rate.currency) }))
        .toSorted(byCost(asked.value.currency));
      if (!chosen) return refused("noService", `There is no ${service} for this parcel.`);
      const json = { rate: chosen.object_id, label_file_type: given.labelFormat, async: false, metadata: asked.id };
      const answer = await send(http, given, { method: "POST", path: "/transactions", json });
      if (!isYes(answer)) return no(answer);
      const bought = answer.as(Transaction);
      return bookedIn(given, bought, chosen.cost, chosen.provider);
    },
    find: findBooked,
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await readTransaction(http, given, bookingId);
    if (!isYes(answer)) return no(answer);
    const label = labelOf(given, answer.as(Transaction));
    return label ? done(label) : refused("unknownParcel", "Shippo has no label for it.");
  },

  async askCustomsDocuments(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await readTransaction(http, given, bookingId);
    if (!isYes(answer)) return no(answer);
    const documents = customsDocumentsOf(answer.as(Transaction));
    return documents ? done(documents) : refused("unknownParcel", "Shippo has no customs documents for it.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const json = { transaction: bookingId, async: false };
      const answer = await send(http, given, { method: "POST", path: "/refunds", json });
      if (isYes(answer)) {
        const { status } = answer.as(z.object({ status: z.string() }));
        if (status === "ERROR") return refused("tooLate", "The carrier refused the refund.");
        return done({ state: status === "SUCCESS" ? "voided" : "pending" });
      }
      // A repeated request is refused: the transaction's status decides.
      if (answer.status !== 400 && answer.status !== 409) return no(answer);
      const there = await readTransaction(http, given, bookingId);
      const status = there.status === 200 ? there.as(Transaction).status : "";
      if (status === "REFUNDPENDING") return done({ state: "pending" });
      if (status === "REFUNDED") return done({ state: "voided" });
      return status === "REFUNDREJECTED" ? refused("tooLate", "The carrier refused the refund.") : no(answer);
    },
  },

  async track(http, given, { courier, trackingNumber, bookingId, at, voiding }) {
    if (voiding) return await voidIn(http, given, bookingId, at);
    const carrier = codeFor(courier ?? "");
    const path = `/tracks/${encodeURIComponent(carrier)}/${encodeURIComponent(trackingNumber)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (!isYes(answer)) return no(answer);
    const events = eventsOf(answer.as(Track), at);
    return events.length === 0 ? absent : done({ events });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<ShippoSettings>;

/** Shippo's code for a carrier is its name in lower case, but for these. */
const codes: Readonly<Record<string, string>> = {
  asendia: "asendia_us",
  evri_uk: "hermes_uk",
  correos_spain: "correos_espana",
  nz_post: "new_zealand_post",
  epostglobal: "rr_donnelley",
};

function codeFor(courier: string): string {
  const name = courier.toLowerCase().replace(/\W+/g, "_");
  return codes[name] ?? name;
}

/** The outcome of a refund is only in the transaction, not in the tracking. */
async function voidIn(http: Http, given: ShippoSettings, id: string, at: Date): Promise<Found<Tracked>> {
  const answer = await readTransaction(http, given, id);
  if (answer.status === 404) return absent;
  if (!isYes(answer)) return no(answer);
  const { status } = answer.as(Transaction);
  if (status === "REFUNDED") return done({ events: [{ at, place: null, words: "Refunded", status: "voided" }] });
  return done({
    events: [],
    ...(status === "REFUNDREJECTED" && { voidRefused: "The carrier refused the refund." }),
  });
}
