/**
 * EasyPost: many carriers, mostly American. A shipment is created, which is free, and then one of its rates is bought.
 */
import { isYes } from "#core/provider/call";
import { absent, done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { byCost } from "../measures.ts";
import type { Booked, Label, Rate, Voided } from "../parcel.ts";
import {
  bookedIn,
  create,
  customsDocumentsOf,
  findBooked,
  labelOf,
  Page,
  rateOf,
  Shipment,
  serviceOf,
} from "./answers.ts";
import { type EasyPostSettings, no, send, settings } from "./api.ts";
import { eventsOf, receives, statuses, voids } from "./tracking.ts";

const modeOf = ({ apiKey }: EasyPostSettings) => (apiKey.startsWith("EZAK") ? "live" : "test");

export const easypost = {
  code: "easypost",
  label: "EasyPost",
  settings,
  mode: modeOf,
  account: ({ apiKey }) => apiKey,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "no",
    email: "no",
    region: ["US", "CA"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/shipments", query: { page_size: 1 } });
    if (!isYes(answer)) return no(answer);
    answer.as(Page);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const made = await create(http, given, asked);
    return made.is === "done" ? done(made.value.rates.map(rateOf)) : made;
  },

  book: {
    repeats: { how: "findFirst", afterMinutes: 3 },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const made = await create(http, given, asked, asked.id);
      if (made.is !== "done") return made;
      const { id, rates } = made.value;
      const fitting = rates.filter((rate) => asked.service === null || serviceOf(rate) === asked.service);
      const [chosen] = fitting
        .map((rate) => ({ ...rate, cost: rateOf(rate).cost }))
        .toSorted(byCost(asked.value.currency));
      if (!chosen) return refused("noService", `There is no ${asked.service} for this parcel.`);
      const answer = await send(http, given, {
        method: "POST",
        path: `/shipments/${encodeURIComponent(id)}/buy`,
        json: { rate: { id: chosen.id } },
      });
      return isYes(answer) ? bookedIn(answer.as(Shipment)) : no(answer);
    },
    find: findBooked,
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await send(http, given, {
      method: "GET",
      path: `/shipments/${encodeURIComponent(bookingId)}/label`,
      query: { file_format: given.labelFormat },
    });
    if (!isYes(answer)) return no(answer);
    const label = labelOf(answer.as(Shipment), given.labelFormat);
    return label ? done(label) : refused("unknownParcel", "EasyPost has no label for it.");
  },

  async askCustomsDocuments(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await send(http, given, { method: "GET", path: `/shipments/${encodeURIComponent(bookingId)}` });
    if (!isYes(answer)) return no(answer);
    const documents = customsDocumentsOf(answer.as(Shipment));
    return documents ? done(documents) : refused("unknownParcel", "EasyPost has no customs documents for it.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/shipments/${encodeURIComponent(bookingId)}`;
      const asked = await send(http, given, { method: "POST", path: `${path}/refund` });
      // A repeated request is refused: the shipment's status decides.
      const isRefused = asked.status === 400 || asked.status === 422;
      const answer = isRefused ? await send(http, given, { method: "GET", path }) : asked;
      if (!isYes(answer)) return no(answer);
      const { refund_status } = answer.as(Shipment);
      if (refund_status === "submitted") return done({ state: "pending" });
      if (voids.has(refund_status ?? "")) return done({ state: "voided" });
      if (refund_status === "rejected") return refused("tooLate", "The carrier refused the refund.");
      return isRefused ? no(asked) : unknown(`The refund is ${refund_status ? `"${refund_status}"` : "in no state"}.`);
    },
  },

  async track(http, given, { bookingId, at, voiding }) {
    const answer = await send(http, given, { method: "GET", path: `/shipments/${encodeURIComponent(bookingId)}` });
    if (answer.status === 404) return absent;
    if (!isYes(answer)) return no(answer);
    const { tracker, refund_status } = answer.as(Shipment);
    const voided = { at, place: null, words: "Refunded", status: "voided" } as const;
    // A label that nobody wants refunded may have `not_applicable`, too.
    const isVoided = refund_status === "refunded" || (voiding && voids.has(refund_status ?? ""));
    const events = [...(tracker ? eventsOf(tracker, at) : []), ...(isVoided ? [voided] : [])];
    const refusal = refund_status === "rejected" ? { voidRefused: "The carrier refused the refund." } : {};
    return done({ events, trackingUrl: tracker?.public_url ?? undefined, ...refusal });
  },

  // Each tracker has its own page, at a URL that cannot be derived from the number.
  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<EasyPostSettings>;
