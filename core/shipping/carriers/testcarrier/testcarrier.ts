/**
 * The test carrier: a carrier like the others, in this store's own process, that carries nothing. Its API is JSON under
 * the address in its settings, with `Authorization: Bearer <key>`:
 *
 * ```
 * GET  /account                   → 200 {name}
 * POST /rates  {postalCode, country, weightGrams}
 *                                 → 200 {services: [{code, name, amountMinor, currency, days}]}
 * POST /labels {reference, service, from, to, weightGrams, collectMinor?}
 *                                 → 201 {id, reference, trackingNumber, courier, amountMinor, currency, label}
 * GET  /labels?reference=         → 200 {items: [label]}
 * POST /labels/{id}/void          → 200 {state: voided}; 409 {error: {code: "tooLate"}}
 * GET  /labels/{id}               → 200 {events: [{at, place, words}], label}
 * ```
 *
 * A label's `label` is a PDF in base64. `POST /labels` takes an `Idempotency-Key`, kept for a day. A refusal is 422 or
 * 404 with `{error: {code, message}}`, whose code is a `CarrierNo`. Tracking is reported by a POST to
 * `/api/carriers/testcarrier/webhook`: `{id, at, reference, trackingNumber, events}` with `Test-Carrier-Signature:
 * t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 over `<t>.<body>` with the webhook secret.
 */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer } from "#core/provider/http";
import { absent, done, type Found, type NotDone, refused } from "#core/provider/outcome";
import { askTestProvider, failureIn } from "#core/provider/test-provider";
import type { Carrier, CarrierNo } from "../carrier.ts";
import type { Booked } from "../parcel.ts";
import { Event, eventsOf, receives, settings, statuses, type TestSettings } from "./tracking.ts";

const Service = z.object({
  code: z.string(),
  name: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  days: z.int(),
});
const Label = z.object({
  id: z.string(),
  trackingNumber: z.string(),
  courier: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  label: z.string(),
});

export const testcarrier = {
  code: "testcarrier",
  label: "Test carrier",
  settings,
  mode: () => "test",
  account: ({ address, key }) => `${key} at ${address}`,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "recipient",
    email: "no",
    region: [],
    pickupPlace: false,
    customs: true,
    collects: ["INR", "EUR", "USD", "GBP"],
  },
  labelFormats: ["pdf"],

  async check(http, given) {
    const answer = await askTestProvider(http, given, "GET", "/account");
    if (answer.status !== 200) return no(answer);
    answer.as(z.object({ name: z.string() }));
    return done({ mode: "test" });
  },

  async rates(http, given, { to, weightGrams, value }) {
    const { postalCode, country } = to.address;
    const json = { postalCode, country, weightGrams, currency: value.currency };
    const answer = await askTestProvider(http, given, "POST", "/rates", { json });
    if (answer.status !== 200) return no(answer);
    const { services } = answer.as(z.object({ services: z.array(Service) }));
    if (services.length === 0) return refused("noService", "The test carrier has no service for this parcel.");
    return done(
      services.map(({ code, name, amountMinor, currency, days }) => ({
        ...{ service: code, name, cost: { amountMinor, currency }, days },
      })),
    );
  },

  book: {
    repeats: { how: "sameKey", forHours: 23 },
    async ask(http, given, asked) {
      const { id: reference, service, from, to, weightGrams, collect, value } = asked;
      const ends = { from: { name: from.name, ...from.address }, to: { name: to.name, ...to.address } };
      const about = { weightGrams, currency: value.currency, collectMinor: collect?.amountMinor };
      const json = { reference, orderNumber: asked.orderNumber, service, ...ends, ...about };
      const answer = await askTestProvider(http, given, "POST", "/labels", { json, key: reference });
      return answer.status === 201 ? done(bookedIn(answer.as(Label))) : no(answer);
    },
    async find(http, given, asked): Promise<Found<Booked>> {
      const answer = await askTestProvider(http, given, "GET", "/labels", { query: { reference: asked.id } });
      if (answer.status !== 200) return no(answer);
      const [label] = answer.as(z.object({ items: z.array(Label) })).items;
      return label ? done(bookedIn(label)) : absent;
    },
  },

  async askLabel(http, given, { bookingId }) {
    const answer = await askTestProvider(http, given, "GET", `/labels/${encodeURIComponent(bookingId)}`);
    if (answer.status !== 200) return no(answer);
    return done({ format: "pdf", bytes: Buffer.from(answer.as(z.object({ label: z.string() })).label, "base64") });
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }) {
      const answer = await askTestProvider(http, given, "POST", `/labels/${encodeURIComponent(bookingId)}/void`);
      if (answer.status !== 200) return no(answer);
      return done(answer.as(z.object({ state: z.enum(["voided", "pending"]) })));
    },
  },

  async track(http, given, { bookingId }) {
    const answer = await askTestProvider(http, given, "GET", `/labels/${encodeURIComponent(bookingId)}`);
    if (answer.status === 404) return absent;
    if (answer.status !== 200) return no(answer);
    return done({ events: eventsOf(answer.as(z.object({ events: z.array(Event) })).events) });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<TestSettings>;

const bookedIn = ({ id, trackingNumber, courier, amountMinor, currency, label }: z.output<typeof Label>): Booked => ({
  ...{ bookingId: id, trackingNumber, trackingUrl: null, courier },
  cost: { amountMinor, currency },
  label: label === "" ? null : { format: "pdf", bytes: Buffer.from(label, "base64") },
});

const codes: readonly CarrierNo[] = ["address", "noService", "weight", "tooLate", "unknownParcel", "cashOnDelivery"];

function no(answer: Answer): NotDone {
  const { code, message } = failureIn(answer);
  // `tooLate` is a certain refusal; any other conflict may be about an earlier request.
  if (code === "tooLate") return { is: "refused", code, says: message };
  return noOf(answer, codes.find((known) => known === code) ?? "refused", message);
}
