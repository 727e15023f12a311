/** EasyPost: everything required of a carrier, and what only EasyPost does. */
import { describe, expect, it } from "vitest";
import { httpFor } from "#core/provider/http";
import { hmacHex } from "#core/provider/inbound";
import type { EasyPostSettings } from "#core/shipping/carriers/easypost/api";
import { easypost } from "#core/shipping/carriers/easypost/easypost";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { asksToShip, bookingOf, fromIn, parcelId, toIn } from "./asked.ts";
import { type EasyPostFake, easypostFake, easypostKey } from "./fakes/easypost.ts";
import { carrierSuite } from "./suite.ts";

const webhookSecret = "sécret";
const given = { apiKey: easypostKey, webhookSecret, labelFormat: "PDF" } as const;
const settings = ({ origin }: EasyPostFake) => ({ ...given, server: origin });
const secrets = [easypostKey, webhookSecret];
const asked = asksToShip("US", "USPS/GroundAdvantage");
const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });

carrierSuite<EasyPostFake, EasyPostSettings>({
  carrier: easypost,
  start: easypostFake,
  settings,
  secrets,
  asked,
  booking: bookingOf("shp_1", "940010011036801", "US"),
  booked: () => ({
    bookingId: "shp_1",
    trackingNumber: "940010011036801",
    trackingUrl: "https://track.easypost.com/shp_1",
    courier: "USPS",
    cost: usd(593),
  }),
  rates: [
    { service: "USPS/GroundAdvantage", name: "USPS GroundAdvantage", cost: usd(593), days: 3 },
    { service: "UPSDAP/2ndDayAir", name: "UPSDAP 2ndDayAir", cost: usd(2240), days: 2 },
  ],
  wrongKey: { because: "the key is wrong", arrange: (fake) => fake.set({ key: "EZTKanother" }), code: "credentials" },
  steps: { book: 2 },
  refusals: {
    // With HTTP 201.
    rates: [{ because: "no carrier takes it", arrange: (fake) => fake.set({ noRates: true }), code: "noService" }],
    book: [
      { because: "no carrier takes it", arrange: (fake) => fake.set({ noRates: true }), code: "noService" },
      {
        because: "there is no money",
        arrange: (fake) => fake.set({ buyError: "PAYMENT_REQUIRED", buyStatus: 402 }),
        code: "balance",
      },
    ],
    void: [
      // With HTTP 200.
      { because: "it has been picked up", arrange: (fake) => fake.set({ refund: "rejected" }), code: "tooLate" },
      { because: "there is no such label", arrange: ({ shipments }) => shipments.splice(0), code: "unknownParcel" },
    ],
  },
  scan: ({ scans }) => {
    scans.push(
      { datetime: "2026-11-21T09:00:00Z", status: "out_for_delivery", message: "Out for delivery", city: "Chicago" },
      { datetime: "2026-11-20T12:00:00Z", status: "in_transit", message: "Accepted", city: "San Francisco" },
      { datetime: "2026-11-21T12:00:00Z", status: "teleported", message: "Teleported", city: null },
    );
    return [
      { at: new Date("2026-11-20T12:00:00Z"), status: "inTransit", words: "Accepted", place: "San Francisco" },
      { at: new Date("2026-11-21T09:00:00Z"), status: "outForDelivery", words: "Out for delivery", place: "Chicago" },
      { at: new Date("2026-11-21T12:00:00Z"), status: null, words: "Teleported", place: null },
    ];
  },
});

describe("easypost", () => {
  const client = () => httpFor({ provider: "easypost", secrets });

  it("sends ounces and inches, rounded up, and a customs line for each item that goes abroad", async () => {
    const fake = await easypostFake();
    const to = { ...toIn("US"), address: { ...toIn("IN").address } };
    await easypost.rates(client(), settings(fake), { ...asked, from: fromIn("US"), to });
    const { shipment } = JSON.parse(fake.asked[0]!.body);
    expect(shipment.parcel).toEqual({ length: 11.9, width: 7.9, height: 4, weight: 44.1 });
    expect(shipment.customs_info).toMatchObject({
      eel_pfc: "NOEEI 30.37(a)",
      customs_items: [
        {
          description: "Kurta, medium",
          quantity: 2,
          value: 1598,
          weight: 21.16,
          hs_tariff_number: "620520",
          origin_country: "IN",
        },
        { description: "Mug", quantity: 1, value: 402 },
      ],
    });
    expect(fake.asked[0]!.body).not.toContain("reference");
  });

  // Customs refuses a parcel whose contents weigh more than the parcel.
  it("declares no more weight for the contents than for the parcel", async () => {
    const fake = await easypostFake();
    const to = { ...toIn("US"), address: { ...toIn("IN").address } };
    const [item] = asked.items as [(typeof asked.items)[number]];
    const items = [101, 102, 103].map((weightGrams) => ({ ...item, weightGrams, quantity: 1 }));
    await easypost.rates(client(), settings(fake), { ...asked, from: fromIn("US"), to, items, weightGrams: 306 });
    const { parcel, customs_info } = JSON.parse(fake.asked[0]!.body).shipment;
    const within = customs_info.customs_items.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0);
    expect(within).toBeLessThanOrEqual(parcel.weight);
    expect(within).toBeGreaterThan(parcel.weight - 0.2);
  });

  it("refuses a service that does not deliver there, before anything is bought", async () => {
    const fake = await easypostFake();
    const outcome = await easypost.book.ask(client(), settings(fake), { ...asked, service: "DHL/Express" });
    expect(outcome).toMatchObject({ is: "refused", code: "noService" });
    expect(fake.labels()).toBe(0);
  });

  // EasyPost lost the carrier's answer too: if this were taken as a refusal, the label would be bought twice.
  it.each(["SHIPMENT.POSTAGE.TIMED_OUT", "SHIPMENT.POSTAGE.NO_RESPONSE", "SHIPMENT.PURCHASE.IN_PROGRESS"])(
    "has an unknown outcome after %s",
    async (buyError) => {
      const fake = await easypostFake();
      fake.set({ buyError });
      expect(await easypost.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    },
  );

  it("treats a label that is never scanned, and so never charged, as voided", async () => {
    const fake = await easypostFake();
    await easypost.book.ask(client(), settings(fake), asked);
    fake.set({ refund: "not_applicable" });
    const booking = bookingOf("shp_1", "940010011036801", "US");
    const outcome = await easypost.void.ask(client(), settings(fake), booking);
    expect(outcome).toEqual({ is: "done", value: { state: "voided" } });
  });

  // It was asked about for ever.
  it("treats it so as well if EasyPost says so only later, but not without a request", async () => {
    const fake = await easypostFake();
    await easypost.book.ask(client(), settings(fake), asked);
    const booking = bookingOf("shp_1", "940010011036801", "US");
    expect(await easypost.void.ask(client(), settings(fake), booking)).toMatchObject({ value: { state: "pending" } });
    fake.shipments[0]!.refund = "not_applicable";
    const at = new Date("2026-11-21T10:00:00Z");
    const statuses = async (voiding: boolean) => {
      const outcome = await easypost.track(client(), settings(fake), { ...booking, at, voiding });
      return outcome.is === "done" && outcome.value.events.map(({ status }) => status);
    };
    expect(await statuses(true)).toContain("voided");
    expect(await statuses(false)).not.toContain("voided");
  });
});

describe("EasyPost's webhook", () => {
  const { receives } = easypost;
  const body = '{"id":"evt_1","object":"Event","description":"tracker.updated","result":{"id":"trk_1","weight":17.6}}';
  const vector = "hmac-sha256-hex=c345ad96c7924a40bff0d60da0e6a3a95318b47ba70f168b6f068afcf70248ee";
  const admit = (text: string, signature: string) =>
    receives.admit({ ...given }, inbound(text, { "x-hmac-signature": signature }));

  it("is accepted with a valid signature", () => {
    expect(admit(body, vector)).toBe("evt_1");
  });

  it.each([
    ["there is no signature", body, ""],
    ["it is for another body", `${body} `, vector],
    ["it is made with the key", body, `hmac-sha256-hex=${hmacHex(easypostKey, body)}`],
  ])("is refused when %s", (_, text, signature) => {
    expect(() => admit(text, signature)).toThrow(refusal);
  });

  it("is refused while there is no secret", () => {
    const { webhookSecret: _, ...without } = given;
    expect(() => receives.admit(without, inbound(body, { "x-hmac-signature": vector }))).toThrow(refusal);
  });

  const told = async (event: object) => {
    const outcome = await receives.read(nobody, given, inbound(JSON.stringify({ id: "evt_1", ...event })));
    return outcome.is === "done" ? outcome.value : outcome;
  };
  const tracker = {
    tracking_code: "940010011036801",
    shipment_id: "shp_1",
    status: "delivered",
    updated_at: "2026-11-22T08:00:00Z",
    tracking_details: [
      {
        datetime: "2026-11-22T07:59:00Z",
        status: "delivered",
        message: "Delivered",
        tracking_location: { city: "Chicago", state: "IL", country: "US" },
      },
    ],
  };
  const parcel = { trackingNumber: "940010011036801", bookingId: "shp_1" };

  it("reports a parcel's tracking with the carrier's own times", async () => {
    const event = { description: "tracker.updated", updated_at: "2026-11-22T08:00:01Z", result: tracker };
    expect(await told(event)).toEqual({
      eventId: "evt_1",
      at: new Date("2026-11-22T08:00:01Z"),
      happened: {
        is: "tracked",
        parcel,
        events: [
          { at: new Date("2026-11-22T07:59:00Z"), place: "Chicago, IL, US", words: "Delivered", status: "delivered" },
        ],
      },
    });
  });

  it.each([
    ["refunded", { is: "voided", parcel }],
    ["not_applicable", { is: "voided", parcel }],
    ["rejected", { is: "voidRefused", parcel }],
  ])("reports the outcome of a void: %s", async (status, happened) => {
    const result = { tracking_code: parcel.trackingNumber, shipment_id: "shp_1", status };
    expect(await told({ description: "refund.successful", result })).toMatchObject({ happened });
  });

  it("ignores other events", async () => {
    expect(await told({ description: "batch.created", result: {} })).toMatchObject({
      happened: { is: "ignored", kind: "batch.created" },
    });
  });

  it("books with the parcel's id as the reference", async () => {
    const fake = await easypostFake();
    const client = httpFor({ provider: "easypost", secrets });
    await easypost.book.ask(client, settings(fake), asked);
    expect(fake.shipments[0]!.said["reference"]).toBe(parcelId);
  });
});
