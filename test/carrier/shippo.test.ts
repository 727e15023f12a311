/** Shippo: everything required of a carrier, and what only Shippo does. */
import { describe, expect, it } from "vitest";
import { httpFor } from "#core/provider/http";
import { hmacHex } from "#core/provider/inbound";
import type { ShippoSettings } from "#core/shipping/carriers/shippo/api";
import { shippo } from "#core/shipping/carriers/shippo/shippo";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { outcomeOfAnswers } from "./answered.ts";
import { asksToShip, bookingOf, fromIn, parcelId, toIn } from "./asked.ts";
import { type ShippoFake, shippoFake, shippoToken } from "./fakes/shippo.ts";
import { carrierSuite } from "./suite.ts";

const webhookToken = "shippo-webhook-token";
const given = { token: shippoToken, webhookToken, labelFormat: "PDF_4x6" } as const;
const settings = ({ origin }: ShippoFake): ShippoSettings => ({ ...given, server: origin });
const secrets = [shippoToken, webhookToken];
const asked = asksToShip("US", "usps_priority");
const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });

carrierSuite<ShippoFake, ShippoSettings>({
  carrier: shippo,
  start: shippoFake,
  settings,
  secrets,
  asked,
  booking: { ...bookingOf("t1", "9499907t1", "US"), courier: "USPS" },
  booked: () => ({
    bookingId: "t1",
    trackingNumber: "9499907t1",
    trackingUrl: "https://usps.example/t1",
    courier: "USPS",
    cost: usd(550),
  }),
  rates: [
    { service: "usps_priority", name: "USPS Priority Mail", cost: usd(550), days: 2 },
    { service: "ups_ground", name: "UPS Ground", cost: usd(1210), days: 4 },
  ],
  wrongKey: { because: "the token is wrong", arrange: (fake) => fake.set({ token: "another" }), code: "credentials" },
  steps: { book: 2 },
  refusals: {
    // All of them with HTTP 201.
    rates: [{ because: "nobody goes there", arrange: (fake) => fake.set({ noRates: true }), code: "noService" }],
    book: [
      { because: "nobody goes there", arrange: (fake) => fake.set({ noRates: true }), code: "noService" },
      { because: "the carrier says no", arrange: (fake) => fake.set({ status: "ERROR" }), code: "address" },
    ],
    void: [
      { because: "it has been picked up", arrange: (fake) => fake.set({ refund: "ERROR" }), code: "tooLate" },
      { because: "there is no such label", arrange: ({ bought }) => bought.splice(0), code: "unknownParcel" },
    ],
  },
  scan: ({ history }) => {
    history.push(
      { status: "BEAMED", status_details: "", status_date: "2026-11-22T09:00:00Z" },
      {
        status: "TRANSIT",
        status_details: "Departed",
        status_date: "2026-11-20T12:00:00Z",
        location: { city: "Chicago", state: "IL", country: "US" },
      },
      {
        status: "TRANSIT",
        substatus: { code: "out_for_delivery", text: "Out for delivery.", action_required: false },
        status_details: "Out",
        status_date: "2026-11-21T09:00:00Z",
      },
      {
        status: "TRANSIT",
        substatus: { code: "address_issue", text: "The address is not complete.", action_required: true },
        status_details: "On hold",
        status_date: "2026-11-21T10:00:00Z",
      },
    );
    return [
      { at: new Date("2026-11-20T12:00:00Z"), status: "inTransit", words: "Departed", place: "Chicago, IL, US" },
      { at: new Date("2026-11-21T09:00:00Z"), status: "outForDelivery", words: "Out" },
      // Nobody was told that the parcel waited for the store.
      {
        at: new Date("2026-11-21T10:00:00Z"),
        ...{ status: "inTransit", words: "On hold (The address is not complete.)" },
      },
      { at: new Date("2026-11-22T09:00:00Z"), status: null, words: "BEAMED" },
    ];
  },
});

describe("shippo", () => {
  const client = () => httpFor({ provider: "shippo", secrets });

  it("has an unknown outcome for a waiting purchase, and finds it when it is done", async () => {
    const fake = await shippoFake();
    fake.set({ status: "QUEUED" });
    expect(await shippo.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    expect(await shippo.book.find!(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    fake.bought[0]!.status = "SUCCESS";
    expect(await shippo.book.find!(client(), settings(fake), asked)).toMatchObject({
      is: "done",
      value: { cost: usd(550) },
    });
  });

  it("ignores a failed purchase: nothing was bought", async () => {
    const fake = await shippoFake();
    fake.set({ status: "ERROR" });
    await shippo.book.ask(client(), settings(fake), asked);
    expect(await shippo.book.find!(client(), settings(fake), asked)).toEqual({ is: "absent" });
  });

  // Read to its end, an account's list of years would be asked for each time; cut off too early, a label bought twice.
  it("searches as far back as the day before the request, however many pages that is", async () => {
    const page = (object_created: string, next: string | null = "https://api.goshippo.com/transactions?page=2") => ({
      ...{ next, results: [{ object_id: "t9", status: "SUCCESS", metadata: "another", object_created }] },
    });
    const find = (...pages: readonly object[]) =>
      outcomeOfAnswers((http, server) => shippo.book.find!(http, { ...given, server }, asked), ...pages);
    const [today, longAgo] = ["2026-11-20T10:00:01Z", "2026-11-19T09:59:59Z"];
    expect(await find(page(longAgo))).toEqual({ is: "absent" });
    expect(await find(page(today), page(today, null))).toEqual({ is: "absent" });
    const ours = { object_id: "t1", status: "QUEUED", metadata: asked.id, object_created: "2026-11-19T10:00:00Z" };
    expect(await find(page(today), { next: null, results: [ours] })).toMatchObject({ is: "unknown" });
  });

  it("declares what goes abroad to customs", async () => {
    const fake = await shippoFake();
    await shippo.rates(client(), settings(fake), { ...asked, from: fromIn("US"), to: toIn("NL") });
    expect(fake.asked.map(({ path }) => path)).toEqual(["/customs/declarations", "/shipments"]);
    expect(JSON.parse(fake.asked[0]!.body)).toMatchObject({
      eel_pfc: "NOEEI_30_37_a",
      items: [{ value_amount: "1598.00", tariff_number: "620520" }, {}],
    });
    expect(JSON.parse(fake.asked[1]!.body)).toMatchObject({
      customs_declaration: "cd1",
      parcels: [{ weight: "1250", mass_unit: "g", length: "30" }],
    });
  });

  // Its declarations require an origin, which nobody had to enter.
  it("declares nothing within the European Union", async () => {
    const fake = await shippoFake();
    const inBelgium = { ...toIn("NL").address, postalCode: "1000", country: "BE" };
    await shippo.rates(client(), settings(fake), {
      ...{ ...asked, from: fromIn("NL"), to: { ...toIn("NL"), address: inBelgium } },
      items: asked.items.map(({ hsCode: _, originCountry: __, ...item }) => item),
    });
    expect(fake.asked.map(({ path }) => path)).toEqual(["/shipments"]);
    expect(JSON.parse(fake.asked[0]!.body)).not.toHaveProperty("customs_declaration");
  });
});

describe("Shippo's webhook", () => {
  const { receives } = shippo;
  const body = '{"event":"track_updated","test":true,"data":{"tracking_number":"SHIPPO_DELIVERED"}}';

  it("is accepted with the token in its URL", () => {
    const come = (token: string) => ({ ...inbound(body), query: { token } });
    expect(receives.admit(given, come(webhookToken))).toMatch(/^sha256:/);
    expect(() => receives.admit(given, come("forged"))).toThrow(refusal);
    expect(() => receives.admit(given, inbound(body))).toThrow(refusal);
    expect(() => receives.admit({ token: shippoToken, labelFormat: "PNG" }, come(""))).toThrow(refusal);
  });

  it("is accepted with its signature if Shippo signs, unless it is stale", () => {
    const signed = { ...given, webhookSecret: "shippo_secret" };
    const vector = "4b4a0e3a17118eac0bbb1a36e7f849dcddc7ad8c36b7db6af3bc652ac6c98dcf";
    const come = (text: string, at: number, v1 = vector) => ({
      ...inbound(text, { "shippo-auth-signature": `t=1700000000,v1=${v1}` }, new Date(at * 1_000)),
      query: { token: webhookToken },
    });
    expect(hmacHex("shippo_secret", `1700000000.${body}`)).toBe(vector);
    expect(receives.admit(signed, come(body, 1_700_000_010))).toMatch(/^sha256:/);
    expect(() => receives.admit(signed, come(body, 1_700_000_900))).toThrow(refusal);
    expect(() => receives.admit(signed, come(`${body} `, 1_700_000_010))).toThrow(refusal);
    expect(() => receives.admit(signed, { ...inbound(body), query: { token: webhookToken } })).toThrow(refusal);
  });

  const happened = async (event: string, data: object) => {
    const outcome = await receives.read(nobody, given, inbound(JSON.stringify({ event, data })));
    return outcome.is === "done" ? outcome.value.happened : outcome;
  };

  it("reports a parcel's tracking, and the outcome of a refund", async () => {
    const tracking_status = { status: "DELIVERED", status_details: "Delivered", status_date: "2026-11-22T08:00:00Z" };
    expect(
      await happened("track_updated", { tracking_number: "9499907t1", metadata: parcelId, tracking_status }),
    ).toMatchObject({
      is: "tracked",
      parcel: { id: parcelId, trackingNumber: "9499907t1" },
      events: [{ at: new Date("2026-11-22T08:00:00Z"), status: "delivered" }],
    });
    // The history usually ends with it.
    const first = { status: "TRANSIT", status_details: "Departed", status_date: "2026-11-21T08:00:00Z" };
    const known = { tracking_number: "9499907t1", tracking_status, tracking_history: [first, tracking_status] };
    expect(await happened("track_updated", known)).toMatchObject({
      events: [{ status: "inTransit" }, { status: "delivered" }],
    });
    expect(await happened("track_updated", { ...known, tracking_history: [first] })).toMatchObject({
      events: [{ status: "inTransit" }, { status: "delivered" }],
    });
    // It has no news yet.
    expect(await happened("track_updated", { tracking_number: "9499907t1", tracking_status: null })).toMatchObject({
      events: [],
    });
    expect(await happened("transaction_updated", { object_id: "t1", status: "REFUNDED" })).toMatchObject({
      is: "voided",
    });
    expect(await happened("transaction_updated", { object_id: "t1", status: "REFUNDREJECTED" })).toMatchObject({
      is: "voidRefused",
    });
    expect(await happened("batch_created", {})).toEqual({ is: "ignored", kind: "batch_created" });
  });
});
