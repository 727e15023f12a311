/** NimbusPost: everything required of a carrier, for both generations of accounts. */
import { describe, expect, it } from "vitest";
import { afterUnknown } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { NimbusPostSettings } from "#core/shipping/carriers/nimbuspost/api";
import { nimbuspost } from "#core/shipping/carriers/nimbuspost/nimbuspost";
import type { Tracked } from "#core/shipping/carriers/tracking-events";
import { mergedEvents } from "#core/shipping/tracking/merge-events";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { outcomeOfAnswers } from "./answered.ts";
import { asksToShip, at, bookingOf, parcelId } from "./asked.ts";
import { type NimbusPostFake, nimbusKeys, nimbuspostFake, nimbusToken, nimbusUser } from "./fakes/nimbuspost.ts";
import { carrierSuite } from "./suite.ts";

const webhookToken = "nimbus-webhook-token";
const v1 = ({ origin }: Pick<NimbusPostFake, "origin">): NimbusPostSettings => ({
  generation: "v1",
  ...nimbusUser,
  webhookToken,
  server: origin,
});
const v2 = ({ origin }: Pick<NimbusPostFake, "origin">): NimbusPostSettings => ({
  generation: "v2",
  ...nimbusKeys,
  webhookToken,
  server: origin,
});
const inr = (amountMinor: number) => ({ amountMinor, currency: "INR" });
const asked = asksToShip("IN", "1", { pickupPlace: "Main WH" });
const refuses = (sentence: string, code: string) => ({
  because: `${sentence}, with HTTP 200 or 400`,
  arrange: (fake: NimbusPostFake) => fake.set({ refusal: sentence }),
  code,
});
const common = {
  carrier: nimbuspost,
  start: nimbuspostFake,
  asked,
};
const booked = (bookingId: string, trackingNumber: string) => ({
  bookingId,
  trackingNumber,
  trackingUrl: `https://nimbuspost.com/tracking?awb=${trackingNumber}`,
  courier: "Delhivery Surface",
  cost: null,
});
const voids = [
  {
    because: "it has been picked up",
    arrange: (fake: NimbusPostFake) => fake.set({ pickedUp: true }),
    code: "tooLate",
  },
  {
    because: "there is no such parcel",
    arrange: ({ orders }: NimbusPostFake) => orders.splice(0),
    code: "unknownParcel",
  },
];

describe("older accounts", () => {
  // The label comes with the booking, so it is never requested.
  const { askLabel: _, ...carrier } = nimbuspost;
  carrierSuite<NimbusPostFake, NimbusPostSettings>({
    ...common,
    carrier,
    settings: v1,
    secrets: [nimbusUser.password, webhookToken],
    lent: [nimbusToken],
    booking: bookingOf("9000", "5906351", "IN"),
    booked: () => booked("9000", "5906351"),
    rates: [{ service: "1", name: "Delhivery Surface", cost: inr(6000), days: null }],
    wrongKey: {
      because: "the password is wrong, with HTTP 200",
      arrange: (fake) => {
        fake.set({ password: "another" });
        fake.forgetTokens();
      },
      code: "credentials",
    },
    refusals: {
      rates: [refuses("No courier is serviceable", "noService")],
      book: [refuses("Please recharge your wallet", "balance"), refuses("The pincode is not valid", "address")],
      void: voids,
    },
    scan: ({ history }) => {
      history.push(
        { status_code: "ZZ", location: "", event_time: "2026-11-22 09:00", message: "Beamed" },
        { status_code: "RT-DL", location: "Bengaluru", event_time: "2026-11-21 20:10", message: "Back at the seller" },
        { status_code: "OFD", location: "Pune", event_time: "2026-11-20 08:00", message: "Out" },
      );
      return [
        { at: new Date("2026-11-20T02:30:00Z"), status: "outForDelivery", place: "Pune" },
        { at: new Date("2026-11-21T14:40:00Z"), status: "returned", words: "Back at the seller" },
        { at: new Date("2026-11-22T03:30:00Z"), status: null, words: "Beamed" },
      ];
    },
  });
});

describe("newer accounts", () => {
  const { rates: _, ...carrier } = nimbuspost;
  carrierSuite<NimbusPostFake, NimbusPostSettings>({
    ...common,
    carrier,
    settings: v2,
    secrets: [nimbusKeys.apiKey, nimbusKeys.apiSecret, webhookToken],
    booking: bookingOf("9000", "5906359000", "IN"),
    booked: () => booked("9000", "5906359000"),
    wrongKey: {
      because: "the secret is wrong",
      arrange: (fake) => fake.set({ apiSecret: "another" }),
      code: "credentials",
    },
    steps: { book: 2 },
    refusals: {
      book: [refuses("Wallet balance is too low", "balance"), refuses("B2C orders cannot exceed 32 kg", "weight")],
      label: [{ because: "there is no such order", arrange: ({ orders }) => orders.splice(0), code: "unknownParcel" }],
      void: voids,
    },
    scan: ({ times }) => {
      Object.assign(times, { picked_at: "2026-11-20 20:00:00", delivered_at: "2026-11-21T10:00:00Z" });
      return [
        { at: new Date("2026-11-20T14:30:00Z"), status: "inTransit" },
        { at: new Date("2026-11-21T10:00:00Z"), status: "delivered" },
      ];
    },
  });
});

describe("nimbuspost", () => {
  const client = () => httpFor({ provider: "nimbuspost", secrets: Object.values({ ...nimbusUser, ...nimbusKeys }) });

  it("leaves a booking with an unknown outcome to a person", () => {
    expect(afterUnknown(nimbuspost.book, 0)).toBe("leave it to a person");
  });

  it("sends grams to one generation and kilograms to the other, and our id as the order number", async () => {
    const fake = await nimbuspostFake();
    await nimbuspost.book.ask(client(), v1(fake), { ...asked, collect: inr(199_900) });
    await nimbuspost.book.ask(client(), v2(fake), asked);
    const [first, second] = fake.orders.map(({ said }) => said);
    expect(first).toMatchObject({
      order_number: parcelId,
      package_weight: 1250,
      payment_type: "cod",
      order_amount: 1999,
    });
    expect(second).toMatchObject({
      order_number: parcelId,
      package: { weight: 1.25 },
      shipping_address: { pincode: 411001 },
    });
  });

  // Nobody could book until the token had expired here too, hours later.
  it("logs in again at once if its token is refused with HTTP 200", async () => {
    const book = (http: Http, server: string) => nimbuspost.book.ask(http, v1({ origin: server }), asked);
    const lent = (data: string) => ({ status: 200, json: { status: true, data } });
    const expired = { status: 200, json: { status: false, message: "Token has expired" } };
    const made = { shipment_id: 9017, awb_number: "59063512345", courier_name: "Delhivery", label: "" };
    const booked = { status: 200, json: { status: true, data: made } };
    expect(await outcomeOfAnswers(book, lent("old"), expired, lent("new"), booked)).toMatchObject({
      is: "done",
      value: { trackingNumber: "59063512345" },
    });
    expect(await outcomeOfAnswers(book, lent("old"), expired, lent("new"), expired)).toMatchObject({
      is: "refused",
      code: "credentials",
    });
  });

  it("says which settings are missing", async () => {
    const http = client();
    const { email: __, ...without } = v1({ origin: "http://127.0.0.1:1" });
    await expect(nimbuspost.book.ask(http, without, asked)).rejects.toMatchObject({ outcome: { code: "settings" } });
  });
});

describe("NimbusPost's webhook", () => {
  const { receives } = nimbuspost;
  const come = (token: string, awb = "5906351") => ({
    ...inbound(JSON.stringify({ awb, status: "delivered" })),
    query: { token },
  });

  it("is accepted with the token in its URL", () => {
    const given = v1({ origin: "http://127.0.0.1:1" });
    expect(receives.admit(given, come(webhookToken))).toMatch(/^sha256:/);
    expect(() => receives.admit(given, come("forged"))).toThrow(refusal);
    expect(() => receives.admit({ ...given, webhookToken: undefined }, come(""))).toThrow(refusal);
  });

  // The second day on which a parcel is out for delivery was taken for a repetition of the first.
  it("is new with the same text an hour later, which has no time", () => {
    const given = v1({ origin: "http://127.0.0.1:1" });
    const idAt = (time: string) => receives.admit(given, { ...come(webhookToken), at: new Date(time) });
    expect(idAt("2026-11-20T10:59:00Z")).toBe(idAt("2026-11-20T10:00:00Z"));
    expect(idAt("2026-11-20T11:00:00Z")).not.toBe(idAt("2026-11-20T10:00:00Z"));
  });

  // It was shown twice if it was delivered again after the hour, which has no time.
  it("has a newer account's state once, until another one follows it", async () => {
    const given = v2({ origin: "http://127.0.0.1:1" });
    let tracking: Parameters<typeof mergedEvents>[0] = [];
    for (const [nth, status] of ["in transit", "in transit", "out for delivery", "in transit"].entries()) {
      const told = { ...inbound(JSON.stringify({ awb: "1", status })), at: new Date(at.getTime() + nth * 3_600_000) };
      const read = await receives.read(nobody, given, told);
      const { events } = (read as { value: { happened: Tracked } }).value.happened;
      ({ tracking } = mergedEvents(tracking, events));
    }
    expect(tracking.map(({ status }) => status)).toEqual(["inTransit", "outForDelivery", "inTransit"]);
  });

  // Anyone who has the URL could report a parcel as delivered.
  it("is not trusted: the carrier is asked", async () => {
    const fake = await nimbuspostFake();
    const http = httpFor({ provider: "nimbuspost", secrets: [nimbusUser.password] });
    await nimbuspost.book.ask(http, v1(fake), asked);
    fake.history.push({ status_code: "IT", location: "Pune", event_time: "2026-11-20 08:00", message: "On its way" });
    expect(await receives.read(http, v1(fake), come(webhookToken))).toMatchObject({
      value: { happened: { is: "tracked", events: [{ status: "inTransit", words: "On its way" }] } },
    });
    expect(await receives.read(http, v1(fake), come(webhookToken, "1"))).toMatchObject({
      value: { happened: { is: "ignored" } },
    });
  });
});
