/** Delhivery: everything required of a carrier, and what only Delhivery does. */
import { describe, expect, it } from "vitest";
import { httpFor } from "#core/provider/http";
import type { DelhiverySettings } from "#core/shipping/carriers/delhivery/api";
import { delhivery } from "#core/shipping/carriers/delhivery/delhivery";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { asksToShip, at, bookingOf, fromIn, parcelId } from "./asked.ts";
import { type DelhiveryFake, delhiveryFake, delhiveryToken, type Scan } from "./fakes/delhivery.ts";
import { carrierSuite } from "./suite.ts";

const webhookToken = "delhivery-webhook-token";
const given = { token: delhiveryToken, webhookToken, server: "live" };
const settings = ({ origin }: DelhiveryFake): DelhiverySettings => ({ ...given, server: origin });
const secrets = [delhiveryToken, webhookToken];
const pickupPlace = "Main WH";
const asked = asksToShip("IN", "Surface", { pickupPlace });
const booking = bookingOf("84489910000011", "84489910000011", "IN");
const inr = (amountMinor: number) => ({ amountMinor, currency: "INR" });
const scan = (ScanDateTime: string, ScanType: string, word: string, StatusCode = "X-1"): Scan => ({
  ScanDateTime,
  ScanType,
  Scan: word,
  ScannedLocation: "Pune",
  StatusCode,
  Instructions: "",
});

carrierSuite<DelhiveryFake, DelhiverySettings>({
  carrier: delhivery,
  start: delhiveryFake,
  settings,
  secrets,
  asked,
  booking,
  booked: () => ({
    bookingId: "84489910000011",
    trackingNumber: "84489910000011",
    trackingUrl: "https://www.delhivery.com/track-v2/package/84489910000011",
    courier: null,
    cost: null,
  }),
  rates: [
    { service: "Surface", name: "Delhivery Surface", cost: inr(6325), days: null },
    { service: "Express", name: "Delhivery Express", cost: inr(11_000), days: null },
  ],
  wrongKey: { because: "the token is wrong", arrange: (fake) => fake.set({ token: "another" }), code: "credentials" },
  pickup: { from: fromIn("IN"), pickupPlace, at },
  steps: { void: 2 },
  refusals: {
    rates: [{ because: "it does not go there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    book: [
      {
        because: "the pick-up place is unknown, with HTTP 200",
        arrange: (fake) => fake.set({ warehouse: false }),
        code: "pickupPlace",
      },
      {
        because: "it does not go there, with HTTP 200",
        arrange: (fake) => fake.set({ remark: "Pincode is not serviceable" }),
        code: "noService",
      },
    ],
    label: [{ because: "there is no such parcel", arrange: ({ parcels }) => parcels.splice(0), code: "unknownParcel" }],
    void: [
      {
        because: "it has been picked up",
        arrange: ({ scans }) => scans.push(scan("2026-11-20T18:00:00", "UD", "In Transit")),
        code: "tooLate",
      },
      { because: "there is no such parcel", arrange: ({ parcels }) => parcels.splice(0), code: "unknownParcel" },
    ],
    pickup: [
      { because: "the place is unknown", arrange: (fake) => fake.set({ warehouse: false }), code: "pickupPlace" },
    ],
  },
  scan: ({ scans }) => {
    scans.push(
      scan("2026-11-22T09:00:00", "QQ", "Beamed"),
      scan("2026-11-20T18:00:00", "UD", "In Transit"),
      scan("2026-11-21T08:00:00", "UD", "Dispatched"),
      scan("2026-11-21T20:00:00", "DL", "RTO"),
    );
    return [
      { at: new Date("2026-11-20T12:30:00Z"), status: "inTransit", words: "In Transit", place: "Pune" },
      { at: new Date("2026-11-21T02:30:00Z"), status: "outForDelivery" },
      // DL ends both directions: this parcel came back.
      { at: new Date("2026-11-21T14:30:00Z"), status: "returned" },
      { at: new Date("2026-11-22T03:30:00Z"), status: null, words: "Beamed" },
    ];
  },
});

describe("delhivery", () => {
  const client = () => httpFor({ provider: "delhivery", secrets });

  it("transmits what breaks other forms: & # % ; and a backslash", async () => {
    const fake = await delhiveryFake();
    const name = String.raw`Mug & cup #1; 50% \ off`;
    const items = [{ ...asked.items[0]!, name }];
    await delhivery.book.ask(client(), settings(fake), { ...asked, items, collect: inr(199_900) });
    expect(fake.parcels[0]!.said).toMatchObject({
      products_desc: `2 x ${name}`,
      payment_mode: "COD",
      cod_amount: 1999,
      weight: "1250",
      shipment_length: "30",
      phone: "9876543210",
    });
  });

  it("treats the outcome as unknown if the parcel may have been saved in part", async () => {
    const fake = await delhiveryFake();
    fake.set({ remark: "Package might have been partially saved." });
    expect(await delhivery.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
  });

  // Not every contract includes the cost service: without prices the store must still be able to book.
  it("lists its services without prices if it gives none", async () => {
    const fake = await delhiveryFake();
    fake.set({ tellsPrices: false });
    expect(await delhivery.rates(client(), settings(fake), asked)).toMatchObject({
      value: [
        { service: "Surface", cost: null },
        { service: "Express", cost: null },
      ],
    });
  });

  it("refuses cash on delivery where it is not offered", async () => {
    const fake = await delhiveryFake();
    fake.set({ collects: false });
    const outcome = await delhivery.rates(client(), settings(fake), { ...asked, collect: inr(1000) });
    expect(outcome).toMatchObject({ is: "refused", code: "cashOnDelivery" });
  });

  it("accepts a success in XML, and voids nothing twice", async () => {
    const fake = await delhiveryFake();
    await delhivery.book.ask(client(), settings(fake), asked);
    fake.set({ xml: true });
    for (const _ of [1, 2]) {
      expect(await delhivery.void.ask(client(), settings(fake), booking)).toEqual({
        is: "done",
        value: { state: "voided" },
      });
    }
    expect(fake.asked.filter(({ path }) => path === "/api/p/edit")).toHaveLength(1);
  });
});

describe("Delhivery's webhook", () => {
  const { receives } = delhivery;
  const status = {
    Status: "Delivered",
    StatusType: "DL",
    StatusDateTime: "2026-11-21T17:10:42.767",
    StatusLocation: "Pune",
  };
  const body = JSON.stringify({ Shipment: { AWB: "84489910000011", ReferenceNo: parcelId, Status: status } });
  const come = (token: string) => inbound(body, { "x-webhook-token": token });

  it("is admitted by its token, once for each status of a parcel", () => {
    expect(receives.admit(given, come(webhookToken))).toBe("84489910000011/DL/Delivered/2026-11-21T17:10:42.767/");
    expect(() => receives.admit(given, come("forged"))).toThrow(refusal);
    expect(() => receives.admit({ token: delhiveryToken, server: "live" }, come(""))).toThrow(refusal);
  });

  // Cancelled by the seller, the parcel has the same word as before, and the code alone tells the two apart.
  it("is one of two if only their codes differ", () => {
    const ids = ["X-UNEX", "DTUP-210"].map((NSLCode) => {
      const [shipment, headers] = [
        { AWB: "84489910000011", NSLCode, Status: status },
        { "x-webhook-token": webhookToken },
      ];
      return receives.admit(given, inbound(JSON.stringify({ Shipment: shipment }), headers));
    });
    expect(new Set(ids).size).toBe(2);
  });

  it("reports what has happened, in India's time", async () => {
    expect(await receives.read(nobody, given, come(webhookToken))).toMatchObject({
      value: {
        at: new Date("2026-11-21T11:40:42.767Z"),
        happened: {
          is: "tracked",
          parcel: { id: parcelId, trackingNumber: "84489910000011" },
          events: [{ status: "delivered", words: "Delivered", place: "Pune" }],
        },
      },
    });
  });
});
