/** Shippit: everything required of a carrier, and what only Shippit does. */
import { describe, expect, it } from "vitest";
import { afterUnknown } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { ShippitSettings } from "#core/shipping/carriers/shippit/api";
import { shippit } from "#core/shipping/carriers/shippit/shippit";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { outcomeOfAnswers } from "./answered.ts";
import { asksToShip, at, bookingOf, fromIn, parcelId } from "./asked.ts";
import { type ShippitFake, shippitFake, shippitSecret } from "./fakes/shippit.ts";
import { carrierSuite } from "./suite.ts";

const webhookSecret = "shippit-webhook-secret";
const given = { apiSecret: shippitSecret, webhookSecret, server: "live" };
const settings = ({ origin }: ShippitFake): ShippitSettings => ({ ...given, server: origin });
const secrets = [shippitSecret, webhookSecret];
const asked = asksToShip("AU", "standard");
const aud = (amountMinor: number) => ({ amountMinor, currency: "AUD" });
const booking = bookingOf("PPu38Wz2TdoN1", "PPu38Wz2TdoN1", "AU");

carrierSuite<ShippitFake, ShippitSettings>({
  carrier: shippit,
  start: shippitFake,
  settings,
  secrets,
  asked,
  booking,
  booked: () => ({
    bookingId: "PPu38Wz2TdoN1",
    trackingNumber: "PPu38Wz2TdoN1",
    trackingUrl: "https://track.example/PPu38Wz2TdoN1",
    courier: null,
    cost: aud(995),
  }),
  rates: [{ service: "standard", name: "Shippit standard", cost: aud(995), days: 3 }],
  wrongKey: { because: "the secret is wrong", arrange: (fake) => fake.set({ secret: "another" }), code: "credentials" },
  pickup: { from: fromIn("AU"), at },
  // A pick-up waits for the label.
  steps: { pickup: 2 },
  refusals: {
    // With HTTP 200.
    rates: [{ because: "nobody goes there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    book: [{ because: "nobody goes there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    label: [{ because: "there is no such order", arrange: ({ orders }) => orders.splice(0), code: "unknownParcel" }],
    void: [
      { because: "it has been picked up", arrange: ({ orders }) => (orders[0]!.state = "in_transit"), code: "tooLate" },
      { because: "there is no such order", arrange: ({ orders }) => orders.splice(0), code: "unknownParcel" },
    ],
    pickup: [{ because: "there is no such order", arrange: ({ orders }) => orders.splice(0), code: "unknownParcel" }],
  },
  scan: ({ track }) => {
    track.push(
      { status: "completed", time: Date.parse("2026-11-21T09:00:00Z") / 1_000 },
      { status: "in_transit", time: Date.parse("2026-11-20T12:00:00Z") / 1_000 },
      { status: "beamed", time: Date.parse("2026-11-22T09:00:00Z") / 1_000 },
    );
    return [
      { at: new Date("2026-11-20T12:00:00Z"), status: "inTransit" },
      { at: new Date("2026-11-21T09:00:00Z"), status: "delivered", words: "completed" },
      { at: new Date("2026-11-22T09:00:00Z"), status: null, words: "beamed" },
    ];
  },
});

describe("shippit", () => {
  const client = () => httpFor({ provider: "shippit", secrets });

  // It can be neither repeated nor looked up: a second request would make a second booking.
  it("leaves a booking with an unknown outcome to a person", () => {
    expect(afterUnknown(shippit.book, 0)).toBe("leave it to a person");
  });

  it("sends kilograms and metres, and our own reference for people who have to look it up", async () => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    expect(fake.orders[0]!.said).toMatchObject({
      retailer_reference: parcelId,
      retailer_invoice: "1001",
      parcel_attributes: [{ qty: 1, weight: 1.25, length: 0.3, width: 0.2, depth: 0.1 }],
      user_attributes: { first_name: "Mia", last_name: "Chen" },
    });
  });

  // Its quotes may name single couriers, which are not levels of service.
  it.each([
    ["express", { courier_type: "express" }],
    [null, { courier_type: "standard" }],
    ["CouriersPlease", { courier_allocation: "CouriersPlease" }],
  ])("books %s as %j", async (service, expected) => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), { ...asked, service });
    const { courier_type, courier_allocation } = fake.orders[0]!.said;
    expect({ courier_type, courier_allocation }).toEqual({
      courier_type: undefined,
      courier_allocation: undefined,
      ...expected,
    });
  });

  it("counts a label as cancelled whatever else the answer says about the order", async () => {
    const cancel = (http: Http, server: string) => shippit.void.ask(http, { ...given, server }, booking);
    expect(await outcomeOfAnswers(cancel, { response: { state: "cancelled" } })).toMatchObject({
      is: "done",
      value: { state: "voided" },
    });
  });

  it("asks for the label again while it is being made", async () => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.set({ hasLabel: false });
    expect(await shippit.askLabel(client(), settings(fake), booking)).toMatchObject({ is: "later" });
  });

  // A label that will never be made would be asked for all day.
  it.each([
    ["label_failed_rules_engine", {}, "noService"],
    ["label_failed_invalid_quote", {}, "noService"],
    ["label_failed_courier_deprecated", {}, "noService"],
    ["label_failed_tracking_order", {}, "refused"],
    ["order_not_available_to_label", { order_state: "cancelled" }, "refused"],
  ])("is refused a label for good: %s %j", async (error, more, code) => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.set({ label: { status: 422, json: { error, error_description: "No label.", ...more } } });
    expect(await shippit.askLabel(client(), settings(fake), booking)).toEqual({
      is: "refused",
      code,
      says: "No label.",
    });
    fake.set({ label: { status: 422, json: { error: "label_failed_still_generating" } } });
    expect(await shippit.askLabel(client(), settings(fake), booking)).toMatchObject({ is: "later" });
  });

  it.each(["", " ", "\r\n"])("is refused by a blank answer: %j", async (text) => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.set({ label: { status: 400, text } });
    expect(await shippit.askLabel(client(), settings(fake), booking)).toMatchObject({ is: "refused" });
  });

  // A courier that quotes nothing does not carry it.
  it.each([
    [[0, 9.95], 995],
    [["0.0", "9.95"], 995],
    [[9.95], 995],
  ])("offers no service for nothing: %j", async (prices, amountMinor) => {
    const fake = await shippitFake();
    fake.set({ prices });
    expect(await shippit.rates(client(), settings(fake), asked)).toMatchObject({ value: [{ cost: aud(amountMinor) }] });
    fake.set({ prices: [0] });
    expect(await shippit.rates(client(), settings(fake), asked)).toMatchObject({ is: "refused", code: "noService" });
  });

  it("does not know the price of a booking that is being processed", async () => {
    const fake = await shippitFake();
    fake.set({ price: "0.0" });
    expect(await shippit.book.ask(client(), settings(fake), asked)).toMatchObject({
      is: "done",
      value: { cost: null },
    });
  });

  // The courier's name comes later.
  it("knows from the booking that a parcel is left at a counter", async () => {
    const fake = await shippitFake();
    const booked = await shippit.book.ask(client(), settings(fake), { ...asked, service: "click_and_collect" });
    expect(booked).toMatchObject({ is: "done", value: { courier: "Click & Collect" } });
  });

  const tracked = (fake: ShippitFake) => shippit.track(client(), settings(fake), { ...booking, at });

  // With the time of asking, each request would report the same event again.
  it.each([
    [{ time: 1_795_168_800 }, "2026-11-20T10:00:00Z"],
    [{ time: "2026-11-20T10:00:00Z" }, "2026-11-20T10:00:00Z"],
    [{ time: null, timestamp: "2026-11-20T10:20:00Z" }, "2026-11-20T10:20:00Z"],
    [{ date: "2026-11-20T00:00:00.000Z", timestamp: "07:23:32" }, "2026-11-20T07:23:32Z"],
    [{ date: "2026-11-20T00:00:00.000Z", timestamp: 58_985 }, "2026-11-20T16:23:05Z"],
    [{ date: "2026-11-20T00:00:00.000Z", timestamp: {} }, "2026-11-20T00:00:00Z"],
  ])("reads the time of %j", async (times, expected) => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.track.push({ status: "Ready For Pick Up", ...times });
    expect(await tracked(fake)).toMatchObject({
      value: { events: [{ at: new Date(expected), status: "booked", words: "Ready For Pick Up" }] },
    });
  });

  it("leaves out a scan without a status", async () => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.track.push({ status: null, time: 1_795_168_800 }, { status: "In Transit", time: 1_795_168_800 });
    expect(await tracked(fake)).toMatchObject({ value: { events: [{ status: "inTransit" }] } });
  });

  it.each([
    ["Marrickville, NSW", "Marrickville, NSW"],
    ["", null],
    [null, null],
    [{ city: "Sydney" }, null],
  ])("shows the place %j as %j", async (location, place) => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.track.push({ status: "In Transit", time: 1_795_168_800, location });
    expect(await tracked(fake)).toMatchObject({ value: { events: [{ place }] } });
  });

  it("does not know a number that its documented answer rejects", async () => {
    const fake = await shippitFake();
    const json = {
      error: { order_id: ["It does not exist."] },
      error_description: "Not our criteria.",
      success: false,
    };
    fake.set({ tracking: { status: 400, json } });
    expect(await tracked(fake)).toEqual({ is: "absent" });
    fake.set({ tracking: { status: 400, json: { ...json, error: "invalid" } } });
    expect(await tracked(fake)).toMatchObject({ is: "refused", says: "Not our criteria." });
  });

  const orderPickup = async (fake: ShippitFake) => {
    await shippit.book.ask(client(), settings(fake), asked);
    return shippit.pickup.ask(client(), settings(fake), { bookings: [booking], from: fromIn("AU"), at });
  };

  // Orders without a label are not found, and a refusal is final.
  it("orders a pick-up once there is a label", async () => {
    const fake = await shippitFake();
    fake.set({ hasLabel: false });
    expect(await orderPickup(fake)).toMatchObject({ is: "later" });
    expect(fake.asked.some(({ path }) => path.endsWith("/book"))).toBe(false);
    fake.set({ hasLabel: true });
    expect(await orderPickup(fake)).toMatchObject({ is: "done", value: { pickupId: "ABC0000214" } });
  });

  it.each([
    [{ response: [{ id: 1, manifest_pdf: "https://example.invalid/manifest.pdf", order_count: 1 }] }, "done"],
    [{ response: [{ courier: "Fastway", manifest: "FW1", order_count: 1, success: true }], count: 1 }, "done"],
    [{ response: [{ courier: "Fastway", success: true }] }, "done"],
    [{ response: [{ id: 1, success: false, error: "courier_booking_failed", orders: ["PP1"] }] }, "refused"],
    [{ response: [{ error: "courier_booking_failed", error_description: "It failed." }] }, "refused"],
    [{ response: [] }, "refused"],
    [{ error: "orders_not_found", error_description: "Orders not found: PP1" }, "refused"],
    [{ response: [{}] }, "unknown"],
    [{}, "unknown"],
  ])("reads from %j that a pick-up is %s", async (answer, is) => {
    const fake = await shippitFake();
    fake.set({ pickup: answer });
    expect(await orderPickup(fake)).toMatchObject({ is });
  });

  // Left at a counter, not in the customer's hands.
  it.each(["completed", "untrackable"])("treats a parcel at a counter as under way: %s", async (status) => {
    const fake = await shippitFake();
    await shippit.book.ask(client(), settings(fake), asked);
    fake.track.push({ status, time: 1 });
    const outcome = await shippit.track(client(), settings(fake), { ...booking, at, courier: "Click & Collect" });
    expect(outcome).toMatchObject({ value: { events: [{ status: "inTransit" }] } });
  });
});

describe("Shippit's webhook", () => {
  const { receives } = shippit;
  const event = {
    tracking_number: "PPu38Wz2TdoN1",
    current_state: "with_driver",
    courier_name: "CouriersPlease",
    status_history: [{ status: "in_transit", time: "2026-11-20T12:00:00Z" }],
  };
  const come = (secret: string) => inbound(JSON.stringify(event), { "x-webhook-secret": secret });

  it("is accepted with the secret in its header, once for each state", () => {
    expect(receives.admit(given, come(webhookSecret))).toBe("PPu38Wz2TdoN1/with_driver");
    expect(() => receives.admit(given, come("forged"))).toThrow(refusal);
    expect(() => receives.admit({ apiSecret: shippitSecret, server: "live" }, come(""))).toThrow(refusal);
  });

  it.each([
    { retailer_order_number: 1001 },
    { courier_name: 7 },
    { status_history: [{ status: null, time: "2026-11-20T12:00:00Z" }] },
    { status_history: "none" },
  ])("is understood with an odd field: %j", async (odd) => {
    const body = JSON.stringify({ ...event, ...odd });
    expect(receives.admit(given, inbound(body, { "x-webhook-secret": webhookSecret }))).toBe(
      "PPu38Wz2TdoN1/with_driver",
    );
    expect(await receives.read(nobody, given, inbound(body))).toMatchObject({
      value: { happened: { parcel: { trackingNumber: "PPu38Wz2TdoN1" } } },
    });
  });

  it("is accepted again for a state that the parcel reaches a second time", () => {
    const ids = [["2026-11-20T12:00:00Z"], ["2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"]].map((times) => {
      const status_history = times.map((time) => ({ status: "with_driver", time }));
      const body = JSON.stringify({ ...event, status_history });
      return receives.admit(given, inbound(body, { "x-webhook-secret": webhookSecret }));
    });
    expect(new Set(ids).size).toBe(2);
  });

  it("reports a parcel's tracking, with the current time for a state without one", async () => {
    expect(await receives.read(nobody, given, come(webhookSecret))).toMatchObject({
      value: {
        happened: {
          is: "tracked",
          parcel: { trackingNumber: "PPu38Wz2TdoN1" },
          events: [
            { at: new Date("2026-11-20T12:00:00Z"), status: "inTransit" },
            { status: "outForDelivery", words: "with_driver" },
          ],
        },
      },
    });
  });
});
