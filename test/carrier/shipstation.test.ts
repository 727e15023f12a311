/** ShipStation: everything required of a carrier, and what only ShipStation does. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { httpFor } from "#core/provider/http";
import type { ShipStationSettings } from "#core/shipping/carriers/shipstation/api";
import { shipstation } from "#core/shipping/carriers/shipstation/shipstation";
import { eventsOf, Tracking } from "#core/shipping/carriers/shipstation/tracking";
import { inbound, refusal } from "../provider/told.ts";
import { asksToShip, bookingOf, fromIn, parcelId, toIn } from "./asked.ts";
import { type ShipStationFake, shipstationFake, shipstationKey } from "./fakes/shipstation.ts";
import { carrierSuite } from "./suite.ts";

const given = { apiKey: shipstationKey, labelFormat: "pdf", server: "shipstation" } as const;
const settings = ({ origin }: ShipStationFake): ShipStationSettings => ({ ...given, server: origin });
const secrets = [shipstationKey];
const asked = asksToShip("US", "se-1/usps_priority_mail");
const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });
const client = () => httpFor({ provider: "shipstation", secrets });
const scan = (occurred_at: string, status_code: string, description: string, status_detail_code = "IN_TRANSIT") => ({
  occurred_at,
  description,
  city_locality: "Chicago",
  state_province: "IL",
  postal_code: "60606",
  country_code: "US",
  carrier_detail_code: "x",
  status_description: "In transit",
  carrier_status_code: "x",
  carrier_status_description: "x",
  status_code,
  status_detail_code,
});

carrierSuite<ShipStationFake, ShipStationSettings>({
  carrier: shipstation,
  start: shipstationFake,
  settings,
  secrets,
  asked,
  // Its schema requires both a shipment's id and a shipment, but it accepts one of them.
  undescribed: ["/v2/rates"],
  booking: bookingOf("se-51", "940051", "US"),
  booked: () => ({
    bookingId: "se-51",
    trackingNumber: "940051",
    trackingUrl: "https://track.example/se-51",
    courier: "stamps_com",
    cost: usd(593),
  }),
  rates: [{ service: "se-1/usps_priority_mail", name: "USPS Priority Mail", cost: usd(643), days: 2 }],
  wrongKey: { because: "the key is wrong", arrange: (fake) => fake.set({ key: "another" }), code: "credentials" },
  steps: { rates: 2 },
  refusals: {
    // With HTTP 200.
    rates: [{ because: "nobody goes there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    book: [
      { because: "the address is none", arrange: (fake) => fake.set({ serves: false }), code: "address" },
      { because: "there is no money", arrange: (fake) => fake.set({ funds: false }), code: "balance" },
    ],
    label: [{ because: "there is no such label", arrange: ({ bought }) => bought.splice(0), code: "unknownParcel" }],
    void: [
      {
        because: "it has been picked up, with HTTP 200",
        arrange: (fake) => fake.set({ pickedUp: true }),
        code: "tooLate",
      },
      { because: "there is no such label", arrange: ({ bought }) => bought.splice(0), code: "unknownParcel" },
    ],
  },
  scan: ({ events }) => {
    events.push(
      scan("2026-11-21T12:00:00Z", "EX", "Lost", "HUB_SCAN_IN"),
      scan("2026-11-20T12:00:00Z", "IT", "Departed"),
      scan("2026-11-21T09:00:00Z", "IT", "Out", "OUT_FOR_DELIVERY"),
    );
    return [
      { at: new Date("2026-11-20T12:00:00Z"), status: "inTransit", words: "Departed", place: "Chicago, IL, US" },
      { at: new Date("2026-11-21T09:00:00Z"), status: "outForDelivery" },
      { at: new Date("2026-11-21T12:00:00Z"), status: "exception", words: "Lost" },
    ];
  },
});

describe("shipstation", () => {
  it("finds the label for a reference that is already used", async () => {
    const fake = await shipstationFake();
    await shipstation.book.ask(client(), settings(fake), asked);
    const again = await shipstation.book.ask(client(), settings(fake), asked);
    expect(again).toMatchObject({ is: "done", value: { bookingId: "se-51" } });
    expect(fake.labels()).toBe(1);
  });

  it("has an unknown outcome for a label that is being made", async () => {
    const fake = await shipstationFake();
    fake.set({ status: "processing" });
    expect(await shipstation.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    fake.bought[0]!.status = "completed";
    expect(await shipstation.book.find!(client(), settings(fake), asked)).toMatchObject({ is: "done" });
  });

  it("names a state by its abbreviation, which is all that some of its carriers accept", async () => {
    const fake = await shipstationFake();
    const address = { ...asked.to.address, region: "Illinois" };
    await shipstation.book.ask(client(), settings(fake), { ...asked, to: { ...asked.to, address } });
    expect(fake.bought[0]!.said).toMatchObject({ ship_to: { state_province: "IL" } });
  });

  // Of a cancelled or lost parcel staff saw the word Exception.
  it.each([
    [{ exception_description: "Address unknown" }, "Address unknown"],
    [{ carrier_status_description: "Cancelled by sender" }, "Cancelled by sender"],
    [{}, "The shipment was cancelled."],
  ])("says why a parcel is an exception that has no scan of it: %o", (more, words) => {
    const now = { tracking_number: "940051", status_code: "EX", status_detail_code: "CANCELLED" };
    const said = { status_description: "Exception", status_detail_description: "The shipment was cancelled.", ...more };
    const at = new Date("2026-11-20T12:00:00Z");
    const events = [scan("2026-11-20T10:00:00Z", "IT", "Departed")];
    expect(eventsOf(Tracking.parse({ ...now, ...said, events }), at)).toMatchObject([
      { status: "inTransit" },
      { status: "exception", words },
    ]);
  });

  it("says nothing of an earlier exception of a parcel that has been delivered", () => {
    const now = { tracking_number: "940051", status_code: "DE", exception_description: "Address unknown" };
    const words = { carrier_status_description: "Left at the front door" };
    expect(eventsOf(Tracking.parse({ ...now, ...words }), new Date("2026-11-20T12:00:00Z"))).toMatchObject([
      { status: "delivered", words: "Left at the front door" },
    ]);
  });

  it("declares what goes abroad to customs, in grams and centimetres", async () => {
    const fake = await shipstationFake();
    await shipstation.book.ask(client(), settings(fake), { ...asked, from: fromIn("US"), to: toIn("NL") });
    expect(fake.bought[0]!.said).toMatchObject({
      external_shipment_id: parcelId,
      ship_to: { state_province: "Amsterdam" },
      packages: [
        {
          weight: { value: 1250, unit: "gram" },
          dimensions: { length: 30 },
          products: [{ harmonized_tariff_code: "620520" }, {}],
        },
      ],
    });
  });
});

describe("ShipStation's webhook", () => {
  const { receives } = shipstation;
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "key-1", use: "sig", alg: "RS256" };
  const time = "2026-11-20T10:00:00Z";
  const event = {
    resource_url: "https://api.shipstation.com/v2/labels/se-51/track",
    resource_type: "TRACK_EVENT_V2",
    data: {
      tracking_number: "940051",
      status_code: "DE",
      status_description: "Delivered",
      actual_delivery_date: "2026-11-20T09:00:00Z",
      events: [],
    },
  };
  const come = (body: string, signedBody = body, at = new Date(time), keyId = "key-1") =>
    inbound(
      body,
      {
        "x-shipengine-rsa-sha256-key-id": keyId,
        "x-shipengine-rsa-sha256-signature": sign("sha256", Buffer.from(`${time}.${signedBody}`), privateKey).toString(
          "base64",
        ),
        "x-shipengine-timestamp": time,
      },
      at,
    );
  const body = JSON.stringify(event);
  const fakeWithKey = async () => {
    const fake = await shipstationFake();
    fake.keys.push(jwk);
    return fake;
  };

  it("is accepted if it is signed and recent", () => {
    expect(receives.admit(given, come(body))).toMatch(/^940051\/DE\/\//);
    expect(() => receives.admit(given, inbound(body))).toThrow(refusal);
    expect(() => receives.admit(given, come("no JSON"))).toThrow(refusal);
    for (const minutes of [-6, 6]) {
      const stale = new Date(new Date(time).getTime() + minutes * 60_000);
      expect(() => receives.admit(given, come(body, body, stale))).toThrow(refusal);
    }
  });

  // A forgery that waited to be verified took the place of the real one, which was answered as known and lost.
  it("is known again by its signature, which nobody can guess", () => {
    const id = (...args: Parameters<typeof come>) => receives.admit(given, come(...args));
    expect(id(body)).toBe(id(body));
    expect(id(body, `${body} `)).not.toBe(id(body));
  });

  it("is verified with one of the published keys, which are fetched once", async () => {
    const fake = await fakeWithKey();
    const http = client();
    for (const _ of [1, 2]) {
      expect(await receives.read(http, settings(fake), come(body))).toMatchObject({
        is: "done",
        value: {
          happened: {
            is: "tracked",
            parcel: { bookingId: "se-51", trackingNumber: "940051" },
            events: [{ status: "delivered", at: new Date("2026-11-20T09:00:00Z") }],
          },
        },
      });
    }
    expect(fake.asked).toHaveLength(1);
  });

  it.each([
    ["it is for another body", come(body, `${body} `)],
    ["nobody has published its key", come(body, body, new Date(time), "key-2")],
  ])("is refused when %s", async (_, told) => {
    const fake = await fakeWithKey();
    expect(await receives.read(client(), settings(fake), told)).toMatchObject({ is: "refused", code: "unsigned" });
  });

  // Removed as one more forgery, it never came again.
  it("waits if its key is newer than the keys that were fetched for a forgery just before", async () => {
    const fake = await fakeWithKey();
    const http = client();
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const forged = come(body, body, new Date(time), "nobody's");
    expect(await receives.read(http, settings(fake), forged)).toMatchObject({ is: "refused", code: "unsigned" });
    fake.keys.push({ ...jwk, kid: "key-2" });
    const rotated = come(body, body, new Date(Date.now() + 1), "key-2");
    const read = () => receives.read(http, settings(fake), rotated).catch((error) => error.outcome);
    for (const _ of [1, 2]) expect(await read()).toMatchObject({ is: "later" });
    now.mockReturnValue(Date.now() + 2_010);
    expect(await read()).toMatchObject({ is: "done" });
    now.mockRestore();
    expect(fake.asked).toHaveLength(2);
  });

  it("makes the keys be fetched again only when they are two seconds old, however many are forged", async () => {
    const fake = await fakeWithKey();
    const http = client();
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const rotated = come(body, body, new Date(time), "key-2");
    for (const _ of [1, 2, 3]) {
      expect(await receives.read(http, settings(fake), rotated)).toMatchObject({ is: "refused", code: "unsigned" });
    }
    expect(fake.asked).toHaveLength(1);
    fake.keys.push({ ...jwk, kid: "key-2" });
    now.mockReturnValue(Date.now() + 2_010);
    expect(await receives.read(http, settings(fake), rotated)).toMatchObject({ is: "done" });
    now.mockRestore();
    expect(fake.asked).toHaveLength(2);
  });

  it("waits if the keys cannot be fetched", async () => {
    const fake = await fakeWithKey();
    fake.trouble("is busy");
    expect(await receives.read(client(), settings(fake), come(body)).catch((error) => error.outcome)).toMatchObject({
      is: "later",
    });
  });

  it("accepts the older event name too, and ignores other events", async () => {
    const fake = await fakeWithKey();
    const older = JSON.stringify({ ...event, resource_type: "API_TRACK" });
    expect(await receives.read(client(), settings(fake), come(older))).toMatchObject({
      value: { happened: { is: "tracked" } },
    });
    const batch = JSON.stringify({ resource_type: "API_BATCH", data: {} });
    expect(await receives.read(client(), settings(fake), come(batch))).toMatchObject({
      value: { happened: { is: "ignored" } },
    });
  });
});
