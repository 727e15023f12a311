/** Easyship: everything required of a carrier, and what only Easyship does. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { afterUnknown } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { EasyshipSettings } from "#core/shipping/carriers/easyship/api";
import { easyship } from "#core/shipping/carriers/easyship/easyship";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { asksToShip, bookingOf, parcelId, toIn } from "./asked.ts";
import { type EasyshipFake, easyshipFake, easyshipToken } from "./fakes/easyship.ts";
import { carrierSuite } from "./suite.ts";

const webhookSecret = "webh_test_secret";
const given = { token: easyshipToken, webhookSecret, itemCategory: "fashion", labelFormat: "pdf" } as const;
const settings = ({ origin }: EasyshipFake): EasyshipSettings => ({ ...given, server: origin });
const secrets = [easyshipToken, webhookSecret];
const asked = asksToShip("US", "cs1");
const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });
const client = () => httpFor({ provider: "easyship", secrets });

carrierSuite<EasyshipFake, EasyshipSettings>({
  carrier: easyship,
  start: easyshipFake,
  settings,
  secrets,
  asked,
  booking: bookingOf("ESSG10001", "DHLESSG10001", "US"),
  booked: () => ({
    bookingId: "ESSG10001",
    trackingNumber: "DHLESSG10001",
    trackingUrl: "https://track.example/ESSG10001",
    courier: "DHL Express",
    cost: usd(1200),
  }),
  rates: [{ service: "cs1", name: "DHL Express", cost: usd(1200), days: 3 }],
  wrongKey: { because: "the token is wrong", arrange: (fake) => fake.set({ token: "another" }), code: "credentials" },
  refusals: {
    rates: [{ because: "nobody goes there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    book: [
      { because: "nobody goes there", arrange: (fake) => fake.set({ serves: false }), code: "noService" },
      {
        because: "the label has failed, with HTTP 201",
        arrange: (fake) => fake.set({ label: "failed" }),
        code: "address",
      },
    ],
    label: [
      { because: "there is no such shipment", arrange: ({ shipments }) => shipments.splice(0), code: "unknownParcel" },
    ],
    void: [
      { because: "it has been picked up", arrange: (fake) => fake.set({ pickedUp: true }), code: "tooLate" },
      { because: "there is no such shipment", arrange: ({ shipments }) => shipments.splice(0), code: "unknownParcel" },
    ],
  },
  scan: ({ shipments }) => {
    shipments[0]!.delivery = "beamed_up";
    return [{ at: new Date("2026-11-21T09:00:00Z"), status: null, words: "beamed_up", place: null }];
  },
});

describe("easyship", () => {
  it("is not booked until its label is made, and is found once it is", async () => {
    const fake = await easyshipFake();
    fake.set({ label: "pending" });
    expect(afterUnknown(easyship.book, 0)).toBe("find");
    expect(await easyship.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    expect(await easyship.book.find!(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    fake.shipments[0]!.label = "generated";
    expect(await easyship.book.find!(client(), settings(fake), asked)).toMatchObject({ is: "done" });
  });

  // It was left out, and the parcel left without a commercial invoice.
  it("has documents for customs at the carrier if its booking was found without them", async () => {
    const fake = await easyshipFake();
    const abroad = { ...asked, to: toIn("AU") };
    for (const one of [abroad, asked]) await easyship.book.ask(client(), settings(fake), { ...one, id: one.to.name });
    const found = (one: typeof asked) => easyship.book.find!(client(), settings(fake), { ...one, id: one.to.name });
    expect(await found(abroad)).toMatchObject({ value: { customsDocuments: "at the carrier" } });
    expect(await found(asked)).toMatchObject({ value: { customsDocuments: null } });
  });

  // With labels as images, an invoice is one image for each page, and only the first was kept.
  it("has an invoice of several images at the carrier, and requests it as PDF", async () => {
    const fake = await easyshipFake();
    fake.set({ invoice: true, invoicePages: 2 });
    const images = { ...settings(fake), labelFormat: "png" } as const;
    expect(await easyship.book.ask(client(), images, asked)).toMatchObject({
      value: { customsDocuments: "at the carrier" },
    });
    const booking = bookingOf("ESSG10001", "", "US");
    expect(await easyship.askCustomsDocuments(client(), images, booking)).toMatchObject({ value: { format: "pdf" } });
    expect(fake.asked.at(-1)!.query.get("format")).toBe("pdf");
    await easyship.askLabel(client(), images, booking);
    expect(fake.asked.at(-1)!.query.get("format")).toBe("png");
  });

  it("always states its units, and gives items without an HS code a category", async () => {
    const fake = await easyshipFake();
    const items = asked.items.map(({ hsCode: _, ...item }) => item);
    await easyship.book.ask(client(), settings(fake), { ...asked, items });
    expect(fake.shipments[0]!.said).toMatchObject({
      shipping_settings: { units: { weight: "kg", dimensions: "cm" } },
      order_data: { platform_order_number: parcelId },
      parcels: [
        {
          total_actual_weight: 1.25,
          box: { length: 30 },
          items: [{ category: "fashion", declared_customs_value: 799 }, {}],
        },
      ],
    });
  });

  // With the other's token, every request would be refused.
  it.each([
    ["prod_abc", "https://public-api.easyship.com/2024-09/"],
    ["sand_abc", "https://public-api-sandbox.easyship.com/2024-09/"],
  ])("is at the address that %s is for", async (token, address) => {
    const urls: string[] = [];
    const http: Http = {
      ...nobody,
      send: async ({ url }) => {
        urls.push(url);
        throw new Error("nobody is asked");
      },
    };
    for (const server of [undefined, "easyship"]) {
      await expect(easyship.check(http, { ...given, token, server })).rejects.toThrow("nobody is asked");
    }
    expect(urls).toEqual([expect.stringContaining(address), expect.stringContaining(address)]);
  });

  it.each([
    ["in_transit_to_customer", "inTransit"],
    ["out_for_delivery", "outForDelivery"],
    ["delivered", "delivered"],
    ["returned_to_shipper", "returned"],
    ["lost_by_courier", "exception"],
  ])("maps %s to %s", async (delivery, status) => {
    const fake = await easyshipFake();
    await easyship.book.ask(client(), settings(fake), asked);
    fake.shipments[0]!.delivery = delivery;
    const at = new Date();
    const outcome = await easyship.track(client(), settings(fake), { ...bookingOf("ESSG10001", "", "US"), at });
    expect(outcome).toMatchObject({ value: { events: [{ status }] } });
  });
});

describe("Easyship's webhook", () => {
  const { receives } = easyship;
  const vector =
    "eyJhbGciOiJIUzI1NiJ9.eyJlYXN5c2hpcF9jb21wYW55X2lkIjoiQ1NHMTIzNDUifQ.VNFNp6AUUBS19c-hFkP-h2zVZx8-m62xm_B8Hy5QAKU";
  const event = {
    event_type: "shipment.tracking.status.changed",
    resource_type: "shipment",
    resource_id: "ESSG10001",
    tracking_status: { easyship_shipment_id: "ESSG10001", status: "Delivered" },
  };
  const come = (signature: string) => inbound(JSON.stringify(event), { "x-easyship-signature": signature });
  const signed = (head: object) => {
    const text = [head, {}].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${text}.${createHmac("sha256", webhookSecret).update(text).digest("base64url")}`;
  };

  it("is accepted with its token, made with the secret and the expected method", () => {
    expect(receives.admit(given, come(vector))).toMatch(/^sha256:/);
    expect(receives.admit(given, come(signed({ alg: "HS256" })))).toMatch(/^sha256:/);
    for (const forged of [
      "",
      vector.slice(0, -2),
      signed({ alg: "none" }),
      `${vector.split(".").slice(0, 2).join(".")}.`,
    ]) {
      expect(() => receives.admit(given, come(forged))).toThrow(refusal);
    }
    expect(() => receives.admit({ ...given, webhookSecret: undefined }, come(vector))).toThrow(refusal);
  });

  // Its signature is the same for every body: anyone who has seen one could report any parcel as delivered.
  it("is not trusted: the carrier is asked", async () => {
    const fake = await easyshipFake();
    await easyship.book.ask(client(), settings(fake), asked);
    expect(await receives.read(client(), settings(fake), come(vector))).toMatchObject({
      value: {
        happened: {
          is: "tracked",
          parcel: { id: parcelId, bookingId: "ESSG10001", trackingNumber: "DHLESSG10001" },
          events: [{ status: "booked", words: "pending" }],
        },
      },
    });
  });

  it("ignores unknown parcels and other events", async () => {
    const fake = await easyshipFake();
    expect(await receives.read(client(), settings(fake), come(vector))).toMatchObject({
      value: { happened: { is: "ignored" } },
    });
    const other = inbound(JSON.stringify({ event_type: "batch.completed" }));
    expect(await receives.read(nobody, given, other)).toMatchObject({ value: { happened: { is: "ignored" } } });
  });
});
