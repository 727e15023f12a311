/** Shiprocket: everything required of a carrier, and what only Shiprocket does. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import type { ShiprocketSettings } from "#core/shipping/carriers/shiprocket/api";
import { shiprocket } from "#core/shipping/carriers/shiprocket/shiprocket";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { outcomeOfAnswers } from "./answered.ts";
import { asksToShip, at, bookingOf, fromIn, parcelId } from "./asked.ts";
import { type ShiprocketFake, shiprocketFake, shiprocketToken, shiprocketUser } from "./fakes/shiprocket.ts";
import { carrierSuite } from "./suite.ts";

const webhookToken = "shiprocket-webhook-token";
const given = { ...shiprocketUser, webhookToken };
const settings = ({ origin }: ShiprocketFake): ShiprocketSettings => ({ ...given, server: origin });
const secrets = [shiprocketUser.password, webhookToken];
const pickupPlace = "Main warehouse";
const asked = asksToShip("IN", "24", { pickupPlace });
const booking = bookingOf("15", "321055706516", "IN");
const inr = (amountMinor: number) => ({ amountMinor, currency: "INR" });
const scan = (date: string, activity: string, status: string, label: string) => ({
  date,
  status: "X",
  activity,
  location: "Pune",
  "sr-status": status,
  "sr-status-label": label,
});

carrierSuite<ShiprocketFake, ShiprocketSettings>({
  carrier: shiprocket,
  start: shiprocketFake,
  settings,
  secrets,
  lent: [shiprocketToken],
  asked,
  booking,
  booked: () => ({
    bookingId: "15",
    trackingNumber: "321055706516",
    trackingUrl: "https://shiprocket.co/tracking/321055706516",
    courier: "Xpressbees Surface",
    cost: null,
  }),
  rates: [
    { service: "24", name: "Xpressbees Surface", cost: inr(6250), days: 4 },
    { service: "1", name: "Blue Dart", cost: inr(14_100), days: 2 },
  ],
  wrongKey: {
    because: "the password is wrong",
    arrange: (fake) => {
      fake.set({ password: "another" });
      fake.forgetTokens();
    },
    code: "credentials",
  },
  steps: { book: 2 },
  pickup: { from: fromIn("IN"), pickupPlace, at },
  refusals: {
    // With HTTP 200.
    rates: [{ because: "nobody goes there", arrange: (fake) => fake.set({ noCouriers: true }), code: "noService" }],
    book: [
      {
        because: "the wallet is empty, with HTTP 200",
        arrange: (fake) => fake.set({ refusal: "Please recharge your ShipRocket wallet." }),
        code: "balance",
      },
      {
        because: "the courier does not go there, with HTTP 200 and deep in the answer",
        arrange: (fake) => fake.set({ refusal: "The delivery is not serviceable.", place: "data" }),
        code: "noService",
      },
      { because: "the pick-up place is unknown", arrange: (fake) => fake.set({ places: [] }), code: "pickupPlace" },
    ],
    label: [{ because: "there is no such shipment", arrange: ({ orders }) => orders.splice(0), code: "unknownParcel" }],
    void: [
      { because: "it has been picked up", arrange: (fake) => fake.set({ pickedUp: true }), code: "tooLate" },
      { because: "there is no such label", arrange: ({ orders }) => orders.splice(0), code: "unknownParcel" },
    ],
    pickup: [
      {
        because: "nobody comes, with HTTP 200",
        arrange: (fake) => fake.set({ refusal: "Not today." }),
        code: "refused",
      },
    ],
  },
  scan: ({ scans }) => {
    scans.push(
      scan("2026-11-22 09:00:00", "Beamed", "999", "BEAMED"),
      scan("2026-11-21 11:37:00", "Reached the seller", "10", "RTO DELIVERED"),
      scan("2026-11-20 20:28:00", "Out for delivery", "17", "OUT FOR DELIVERY"),
      scan("2026-11-20 08:00:00", "Pickup", "42", "PICKED UP"),
    );
    return [
      { at: new Date("2026-11-20T02:30:00Z"), status: "inTransit", words: "Pickup", place: "Pune" },
      { at: new Date("2026-11-20T14:58:00Z"), status: "outForDelivery" },
      // It came back to the store, so it is not delivered.
      { at: new Date("2026-11-21T06:07:00Z"), status: "returned" },
      { at: new Date("2026-11-22T03:30:00Z"), status: null, words: "Beamed" },
    ];
  },
});

describe("shiprocket", () => {
  const client = (more: string[] = []) => httpFor({ provider: "shiprocket", secrets: [...secrets, ...more] });

  it("logs in once for many requests, and again at once if its token is refused", async () => {
    const fake = await shiprocketFake();
    const logins = () => fake.asked.filter(({ path }) => path.endsWith("/auth/login")).length;
    const http = client();
    await Promise.all([1, 2, 3].map(() => shiprocket.rates(http, settings(fake), asked)));
    expect(logins()).toBe(1);
    fake.forgetTokens();
    expect(await shiprocket.book.ask(http, settings(fake), asked)).toMatchObject({ is: "done" });
    expect(logins()).toBe(2);
    expect(fake.labels()).toBe(1);
  });

  // Without a token nothing was sent, so this is no reason to look for a booking, or to leave it to a person.
  it("leaves the booking for later if it cannot get a token", async () => {
    const http = client(["nobody's"]);
    const outcome = await outcomeOf(http, () =>
      shiprocket.book.ask(http, { ...given, server: "http://127.0.0.1:1" }, asked),
    );
    expect(outcome).toMatchObject({ is: "later" });
  });

  it("continues with the order that an earlier request left", async () => {
    const fake = await shiprocketFake();
    fake.trouble("is busy", 1);
    const http = client();
    const book = () => outcomeOf(http, () => shiprocket.book.ask(http, settings(fake), asked));
    expect(await book()).toMatchObject({ is: "later" });
    expect(await book()).toMatchObject({ is: "done", value: { bookingId: "15" } });
    expect(fake.orders).toHaveLength(1);
  });

  it("collects cash on delivery", async () => {
    const fake = await shiprocketFake();
    await shiprocket.book.ask(client(), settings(fake), { ...asked, collect: inr(199_900) });
    const order = JSON.parse(fake.asked.find(({ path }) => path.endsWith("adhoc"))!.body);
    expect(order).toMatchObject({
      payment_method: "COD",
      sub_total: 1999,
      order_id: parcelId,
      weight: 1.25,
      length: 30,
      billing_phone: 9876543210,
      billing_pincode: 411001,
      order_date: "2026-11-20 15:30",
    });
  });

  // Otherwise staff would learn only after a day why there is no label.
  it.each([
    [{ message: "Wrong Pickup location entered. Please choose one location." }, "refused", "pickupPlace"],
    [{ status: 422, json: { message: "The pickup location does not exist." } }, "refused", "pickupPlace"],
    [{ message: "Order already exists." }, "unknown", undefined],
    [{ status: 422, json: { message: "The given data was invalid: it exists already." } }, "unknown", undefined],
    [{}, "unknown", undefined],
  ])("says that %j is %s", async (answer, is, code) => {
    const outcome = await outcomeOfAnswers(
      (http, server) => shiprocket.book.ask(http, { ...given, server }, asked),
      { token: "lent" },
      answer,
      { data: [] },
    );
    expect(outcome).toMatchObject({ is, ...(code && { code }) });
  });

  it("asks for the label again while it is being made", async () => {
    const fake = await shiprocketFake();
    await shiprocket.book.ask(client(), settings(fake), asked);
    fake.set({ makesLabels: false });
    expect(await shiprocket.askLabel(client(), settings(fake), booking)).toMatchObject({ is: "later" });
  });
});

describe("a booking that someone has recorded with its tracking number only", () => {
  const client = () => httpFor({ provider: "shiprocket", secrets });
  const recorded = bookingOf("321055706516", "321055706516", "IN");
  const pickup = { bookings: [recorded], from: fromIn("IN"), pickupPlace, at };

  // It was taken for the id of a shipment: there was neither a label nor a collection.
  it("is found by our order, for its label and its collection", async () => {
    const fake = await shiprocketFake();
    await shiprocket.book.ask(client(), settings(fake), asked);
    expect(await shiprocket.askLabel(client(), settings(fake), recorded)).toMatchObject({ is: "done" });
    expect(await shiprocket.pickup.ask(client(), settings(fake), pickup)).toMatchObject({ is: "done" });
    expect(fake.pickups!()).toBe(1);
  });

  it("is refused both if it was made in another order", async () => {
    const fake = await shiprocketFake();
    for (const way of [
      () => shiprocket.askLabel(client(), settings(fake), recorded),
      () => shiprocket.pickup.ask(client(), settings(fake), pickup),
    ])
      expect(await way()).toMatchObject({ is: "refused", code: "unknownParcel" });
  });
});

describe("Shiprocket's webhook", () => {
  const { receives } = shiprocket;
  const event = {
    awb: "321055706516",
    current_status: "OUT FOR PICKUP",
    current_status_id: 42,
    shipment_status: "DELIVERED",
    shipment_status_id: 7,
    current_timestamp: "23 05 2023 11:43:52",
    order_id: parcelId,
    sr_order_id: 16,
    scans: [
      { date: "2023-05-23 11:00:00", status: "OFD", activity: "Out for delivery", location: "Pune", "sr-status": "17" },
    ],
    is_return: 0,
  };
  const come = (body: object, token = webhookToken) => inbound(JSON.stringify(body), { "x-api-key": token });

  it("is accepted with its token, once for each status of a parcel", () => {
    expect(receives.admit(given, come(event))).toBe("321055706516/7/23_05_2023_11:43:52");
    expect(() => receives.admit(given, come(event, "forged"))).toThrow(refusal);
    expect(() => receives.admit(given, come(event, ""))).toThrow(refusal);
    expect(() => receives.admit(shiprocketUser, come(event, ""))).toThrow(refusal);
  });

  // `current_status_id` 42 belongs to another table: if they were mixed, a delivered parcel would be in transit again.
  it("reports the shipment's status, in India's time", async () => {
    expect(await receives.read(nobody, given, come(event))).toMatchObject({
      value: {
        at: new Date("2023-05-23T06:13:52Z"),
        happened: {
          is: "tracked",
          parcel: { id: parcelId, trackingNumber: "321055706516" },
          events: [
            { at: new Date("2023-05-23T05:30:00Z"), status: "outForDelivery", place: "Pune" },
            { at: new Date("2023-05-23T06:13:52Z"), status: "delivered", words: "DELIVERED" },
          ],
        },
      },
    });
  });

  // Otherwise the parcel would count as delivered to the customer once their return has arrived here.
  it("does not take a customer's return for the parcel sent to them", async () => {
    const returned = { ...event, awb: "999", is_return: 1 };
    expect(await receives.read(nobody, given, come(returned))).toMatchObject({
      value: { happened: { parcel: { id: undefined, trackingNumber: "999" } } },
    });
  });
});
