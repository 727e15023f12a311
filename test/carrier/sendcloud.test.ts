/** Sendcloud: everything required of a carrier, and what only Sendcloud does. */
import { describe, expect, it } from "vitest";
import { httpFor } from "#core/provider/http";
import { hmacHex } from "#core/provider/inbound";
import type { SendcloudSettings } from "#core/shipping/carriers/sendcloud/api";
import { sendcloud } from "#core/shipping/carriers/sendcloud/sendcloud";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { asksToShip, bookingOf, parcelId, toIn } from "./asked.ts";
import { type SendcloudFake, sendcloudFake, sendcloudKeys } from "./fakes/sendcloud.ts";
import { carrierSuite } from "./suite.ts";

const given = { ...sendcloudKeys, labelFormat: "pdf" } as const;
const settings = ({ origin }: SendcloudFake): SendcloudSettings => ({ ...given, server: origin });
const secrets = [sendcloudKeys.secretKey];
const asked = asksToShip("NL", "postnl:standard");
const booking = bookingOf("shp1", "3SYZXG132912330", "NL");

carrierSuite<SendcloudFake, SendcloudSettings>({
  carrier: sendcloud,
  start: sendcloudFake,
  settings,
  secrets,
  asked,
  booking,
  booked: () => ({
    bookingId: "shp1",
    trackingNumber: "3SYZXG132912330",
    trackingUrl: "https://tracking.example/3SYZXG132912330",
    courier: "PostNL",
    cost: null,
  }),
  rates: [
    { service: "postnl:standard", name: "PostNL Standard", cost: { amountMinor: 604, currency: "EUR" }, days: 1 },
    { service: "own:contract", name: "DHL, own contract", cost: null, days: null },
  ],
  wrongKey: { because: "the key is wrong", arrange: (fake) => fake.set({ secretKey: "another" }), code: "credentials" },
  refusals: {
    // With HTTP 200.
    rates: [{ because: "nobody goes there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    book: [
      { because: "the service does not go there", arrange: (fake) => fake.set({ serves: false }), code: "noService" },
      {
        because: "the carrier has refused it, with HTTP 201 and a number",
        arrange: (fake) => fake.set({ fails: true }),
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
  scan: ({ events }) => {
    events.push(
      { event_at: "2026-11-22T09:00:00Z", status_code: "beamed", status_description: "Beamed" },
      { event_at: "2026-11-20T12:00:00Z", status_code: "accepted", status_description: "Accepted" },
      { event_at: "2026-11-21T09:00:00Z", parent_status: "delivered", status_description: "Handed over" },
    );
    return [
      { at: new Date("2026-11-20T12:00:00Z"), status: "booked", words: "Accepted" },
      { at: new Date("2026-11-21T09:00:00Z"), status: "delivered", words: "Handed over" },
      { at: new Date("2026-11-22T09:00:00Z"), status: null, words: "Beamed" },
    ];
  },
});

describe("sendcloud", () => {
  const client = () => httpFor({ provider: "sendcloud", secrets });

  // Left there, it would look booked.
  it("cancels a parcel that the carrier refused", async () => {
    const fake = await sendcloudFake();
    fake.set({ fails: true });
    expect(await sendcloud.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "refused" });
    expect(fake.shipments).toMatchObject([{ state: "CANCELLED" }]);
  });

  it("reads its errors in either form", async () => {
    const fake = await sendcloudFake();
    fake.set({ wrapsErrors: true, serves: false });
    expect(await sendcloud.book.ask(client(), settings(fake), asked)).toMatchObject({
      is: "refused",
      code: "noService",
    });
  });

  it("sends numbers as text, and the house number separately", async () => {
    const fake = await sendcloudFake();
    await sendcloud.book.ask(client(), settings(fake), asked);
    expect(fake.shipments[0]!.said).toMatchObject({
      external_reference_id: parcelId,
      to_address: { address_line_1: "Keizersgracht", house_number: "12-A" },
      parcels: [{ weight: { value: "1.250", unit: "kg" }, dimensions: { length: "30", unit: "cm" } }],
    });
  });

  // The full names come with orders from other stores; Sendcloud checks codes as in ISO 3166-2.
  it.each([
    ["IT", "Roma", "IT-RM"],
    ["IT", "rm", "IT-RM"],
    ["US", "New York", "US-NY"],
    ["AU", "Victoria", "AU-VIC"],
    ["FR", "IDF", "FR-IDF"],
    ["GB", "Greater London", undefined],
  ])("names a province in %s, %s, by its code", async (country, region, code) => {
    const fake = await sendcloudFake();
    const address = { ...asked.to.address, country, region };
    await sendcloud.book.ask(client(), settings(fake), { ...asked, to: { ...asked.to, address } });
    const { to_address } = fake.shipments[0]!.said as { to_address: { state_province_code?: string } };
    expect(to_address.state_province_code).toBe(code);
  });

  // An imported order's number may have any length.
  it("shortens an order number that is too long for an invoice number", async () => {
    const fake = await sendcloudFake();
    const orderNumber = "N".repeat(50);
    await sendcloud.book.ask(client(), settings(fake), { ...asked, orderNumber, to: toIn("US") });
    expect(fake.shipments[0]!.said).toMatchObject({
      order_number: orderNumber,
      customs_information: { invoice_number: "N".repeat(40) },
    });
  });

  // Their link is of no use without the keys.
  it.each(["customs-declaration", "commercial-invoice", "cn23"])("gives its customs documents: %s", async (type) => {
    const fake = await sendcloudFake();
    const { askCustomsDocuments, book } = sendcloud;
    expect(await book.ask(client(), settings(fake), asked)).not.toHaveProperty("value.customsDocuments");
    fake.set({ documents: ["label", type] });
    expect(await book.ask(client(), settings(fake), asked)).toHaveProperty("value.customsDocuments", "at the carrier");
    const documents = await askCustomsDocuments(client(), { ...settings(fake), labelFormat: "zpl" }, booking);
    expect(documents).toMatchObject({ value: { format: "pdf", bytes: Buffer.from("%PDF-1.4 label") } });
    expect(fake.asked.at(-1)!.path).toBe("/api/v3/parcels/383707309/documents/customs-declaration");
  });

  it("waits for a cancellation that the carrier must still approve", async () => {
    const fake = await sendcloudFake();
    await sendcloud.book.ask(client(), settings(fake), asked);
    fake.set({ queues: true });
    expect(await sendcloud.void.ask(client(), settings(fake), booking)).toEqual({
      is: "done",
      value: { state: "pending" },
    });
  });
});

describe("Sendcloud's webhook", () => {
  const { receives } = sendcloud;
  const vector = "1eed4b3d41f4653ac64fd56f1bf1cbfd349e4482cbc11dff7134bd93e5da4b0a";
  const body = '{"key": "value"}';
  const come = (text: string, signature: string) => inbound(text, { "sendcloud-signature": signature });

  it("is accepted with the signature that Sendcloud documents", () => {
    const keys = { ...given, secretKey: "secretkey" };
    expect(receives.admit(keys, come(body, vector))).toMatch(/^sha256:/);
    expect(() => receives.admit(keys, come('{"key":"value"}', vector))).toThrow(refusal);
    expect(() => receives.admit(keys, come(body, ""))).toThrow(refusal);
    // If the integration has its own key, the other one proves nothing.
    expect(() => receives.admit({ ...keys, webhookKey: "another" }, come(body, vector))).toThrow(refusal);
    expect(receives.admit({ ...keys, webhookKey: "own key" }, come(body, hmacHex("own key", body)))).toBeTruthy();
  });

  it("reports a parcel's status with Sendcloud's own time", async () => {
    const event = {
      action: "parcel_status_changed",
      timestamp: 1_763_632_800_000,
      parcel: {
        id: 7,
        tracking_number: "3S1",
        external_reference: parcelId,
        shipment_uuid: "shp1",
        status: { id: 11, message: "Delivered" },
      },
    };
    expect(await receives.read(nobody, given, inbound(JSON.stringify(event)))).toMatchObject({
      value: {
        eventId: "7/11/1763632800000",
        happened: {
          is: "tracked",
          parcel: { id: parcelId, bookingId: "shp1", trackingNumber: "3S1" },
          events: [{ at: new Date(1_763_632_800_000), status: "delivered", words: "Delivered" }],
        },
      },
    });
    // Sent late: the carrier's own time decides which status is the newest.
    const late = { ...event, carrier_status_change_timestamp: 1_763_600_000_000 };
    expect(await receives.read(nobody, given, inbound(JSON.stringify(late)))).toMatchObject({
      value: { eventId: "7/11/1763632800000", happened: { events: [{ at: new Date(1_763_600_000_000) }] } },
    });
    const other = inbound(JSON.stringify({ action: "integration_connected", timestamp: 1 }));
    expect(await receives.read(nobody, given, other)).toMatchObject({ value: { happened: { is: "ignored" } } });
  });
});
