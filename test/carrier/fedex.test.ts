/** FedEx: everything required of a carrier, and what only FedEx does. */
import { describe, expect, it } from "vitest";
import { afterUnknown } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import type { FedExSettings } from "#core/shipping/carriers/fedex/api";
import { fedex } from "#core/shipping/carriers/fedex/fedex";
import { inbound, nobody, refusal } from "../provider/told.ts";
import { asksToShip, at, bookingOf, fromIn, toIn } from "./asked.ts";
import { type FedExFake, fedexApp, fedexFake, fedexToken } from "./fakes/fedex.ts";
import { carrierSuite } from "./suite.ts";

const webhookToken = "fedex_security_token";
const given = {
  ...fedexApp,
  webhookToken,
  pickup: "USE_SCHEDULED_PICKUP",
  labelFormat: "PDF",
  server: "live",
} as const;
const settings = ({ origin }: FedExFake): FedExSettings => ({ ...given, server: origin });
const secrets = [fedexApp.clientSecret, webhookToken];
const asked = asksToShip("US", "FEDEX_2_DAY");
const booking = bookingOf("794953555571", "794953555571", "US");
const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });
const scanned = (uniqueId: string, ...scans: readonly (readonly [date: string, code: string, words: string])[]) => ({
  trackingNumberInfo: { trackingNumber: "794953555571", trackingNumberUniqueId: uniqueId },
  scanEvents: scans.map(([date, code, words]) => ({
    date,
    eventType: code,
    derivedStatusCode: code,
    eventDescription: words,
    scanLocation: { city: "Memphis", stateOrProvinceCode: "TN", countryCode: "US" },
  })),
});

// It never asks FedEx for a label.
const { askLabel: _, ...carrier } = fedex;
carrierSuite<FedExFake, FedExSettings>({
  carrier,
  start: fedexFake,
  settings,
  secrets,
  lent: [fedexToken],
  asked,
  booking,
  booked: () => ({
    bookingId: "794953555571",
    trackingNumber: "794953555571",
    trackingUrl: "https://www.fedex.com/fedextrack/?trknbr=794953555571",
    courier: null,
    cost: usd(2360),
  }),
  rates: [{ service: "FEDEX_2_DAY", name: "FedEx 2Day", cost: usd(2360), days: 2 }],
  wrongKey: {
    because: "the secret is wrong",
    arrange: (fake) => {
      fake.set({ secret: "another" });
      fake.forgetTokens();
    },
    code: "credentials",
  },
  refusals: {
    rates: [{ because: "it does not go there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    book: [{ because: "it does not go there", arrange: (fake) => fake.set({ serves: false }), code: "noService" }],
    // With HTTP 200.
    void: [
      { because: "it has been picked up", arrange: (fake) => fake.set({ pickedUp: true }), code: "tooLate" },
      { because: "there is no such label", arrange: ({ shipments }) => shipments.splice(0), code: "unknownParcel" },
    ],
  },
  scan: ({ results }) => {
    results.push(
      scanned(
        "2",
        ["2026-11-22T09:00:00-06:00", "RL", "Released"],
        ["2026-11-20T12:00:00-06:00", "PU", "Picked up"],
        ["2026-11-21T08:00:00-06:00", "OD", "On vehicle"],
      ),
      // The number's previous parcel, two years ago.
      scanned("1", ["2024-11-20T12:00:00-06:00", "PU", "Picked up"], ["2024-11-22T12:00:00-06:00", "DL", "Delivered"]),
    );
    return [
      { at: new Date("2026-11-20T18:00:00Z"), status: "inTransit", words: "Picked up", place: "Memphis, TN, US" },
      { at: new Date("2026-11-21T14:00:00Z"), status: "outForDelivery" },
      { at: new Date("2026-11-22T15:00:00Z"), status: null, words: "Released" },
    ];
  },
});

describe("fedex", () => {
  const client = () => httpFor({ provider: "fedex", secrets });

  // The search may not yet find what was booked a moment ago: its "not found" is no reason to book again.
  it("looks for a booking whose outcome is unknown, and never books it again", async () => {
    expect(afterUnknown(fedex.book, 0)).toBe("find");
    const fake = await fedexFake();
    await fedex.book.ask(client(), settings(fake), asked);
    fake.set({ lags: true });
    expect(await fedex.book.find!(client(), settings(fake), asked)).toEqual({ is: "absent" });
    fake.set({ lags: false });
    expect(await fedex.book.find!(client(), settings(fake), asked)).toMatchObject({
      value: { trackingNumber: "794953555571" },
    });
  });

  // Staff were told to download it at FedEx, which has no place for that.
  it("says that a booking found later has no label, and voids it", async () => {
    const fake = await fedexFake();
    await fedex.book.ask(client(), settings(fake), asked);
    const found = await fedex.book.find!(client(), settings(fake), asked);
    if (found.is !== "done") throw new Error("it was not found");
    expect(found.value).toMatchObject({ label: null });
    expect(await fedex.askLabel()).toMatchObject({
      is: "refused",
      code: "labelGone",
      says: expect.stringContaining("ship it again"),
    });
    const { bookingId, trackingNumber } = found.value;
    const ref = bookingOf(bookingId, trackingNumber, "US");
    expect(await fedex.void.ask(client(), settings(fake), ref)).toEqual({ is: "done", value: { state: "voided" } });
    expect(fake.labels()).toBe(0);
  });

  it("shares one token among many requests, and gets a new one at once if it is refused", async () => {
    const fake = await fedexFake();
    const tokens = () => fake.asked.filter(({ path }) => path === "/oauth/token").length;
    const http = client();
    await Promise.all([1, 2, 3].map(() => fedex.rates(http, settings(fake), asked)));
    expect(tokens()).toBe(1);
    fake.forgetTokens();
    expect(await fedex.book.ask(http, settings(fake), asked)).toMatchObject({ is: "done" });
    expect([tokens(), fake.labels()]).toEqual([2, 1]);
  });

  it("tracks with the other project's keys, if there is one", async () => {
    const fake = await fedexFake();
    const apart = { ...settings(fake), trackClientId: "l7track", trackClientSecret: fedexApp.clientSecret };
    await fedex.track(client(), apart, { ...booking, at });
    expect(fake.asked[0]!.body).toContain("client_id=l7track");
  });

  // Ours has not been scanned yet; the delivery is that of the number's previous parcel.
  it("does not take the tracking of the number's previous parcel for ours", async () => {
    const fake = await fedexFake();
    await fedex.book.ask(client(), settings(fake), asked);
    fake.results.push(scanned("1", ["2024-11-22T12:00:00-06:00", "DL", "Delivered"]));
    expect(await fedex.track(client(), settings(fake), { ...booking, at, shippedAt: at })).toEqual({ is: "absent" });
    fake.results.push(scanned("2", ["2026-11-20T12:00:00-06:00", "PU", "Picked up"]));
    expect(await fedex.track(client(), settings(fake), { ...booking, at, shippedAt: at })).toMatchObject({
      value: { events: [{ status: "inTransit" }] },
    });
  });

  it("is not asked about an address that it cannot print, or a phone number that it would refuse", async () => {
    const fake = await fedexFake();
    const to = toIn("US");
    const misfits = [{ city: "C".repeat(36) }, { line1: "Street ".repeat(20).trim() }, { postalCode: "1".repeat(11) }];
    const others = misfits.map((longer) => ({ ...to, address: { ...to.address, country: "AE", ...longer } }));
    for (const one of [...others, { ...to, phone: "+67712345" }]) {
      for (const way of [fedex.book.ask, fedex.rates]) {
        const outcome = await way(client(), settings(fake), { ...asked, to: one });
        expect(outcome).toMatchObject({ is: "refused", code: "address" });
      }
    }
    expect(fake.asked).toEqual([]);
  });

  it("is given no email address that is too long for it", async () => {
    const fake = await fedexFake();
    const email = `${"a".repeat(60)}@${"b".repeat(20)}.com`;
    await fedex.book.ask(client(), settings(fake), { ...asked, to: { ...toIn("US"), email } });
    expect(fake.shipments[0]!.said).toMatchObject({ recipients: [{ contact: { personName: "Jane Doe" } }] });
    expect(JSON.stringify(fake.shipments[0]!.said)).not.toContain(email);
  });

  it.each([
    ["US", "Illinois", "IL"],
    ["US", "us-il", "IL"],
    ["US", "District of Columbia", "DC"],
    ["CA", "Québec", "QC"],
    ["CA", "Newfoundland & Labrador", "NL"],
    ["IN", "Maharashtra", "MH"],
    ["IN", "Jammu and Kashmir", "JK"],
    ["IN", "Uttarakhand", "UA"],
    ["IN", "IN-UT", "UA"],
    ["IN", "Chhattisgarh", "CG"],
    ["AE", "Ras Al-Khaimah", "RA"],
    ["MX", "Nuevo León", "NL"],
    ["MX", "JAL", "JA"],
    ["PR", undefined, "PR"],
    // Not required there, and refused if it is not a code.
    ["NL", "Noord-Holland", undefined],
    // FedEx documents codes of two letters, and none of these.
    ["AU", "New South Wales", undefined],
    ["IT", "Roma", undefined],
    ["IN", "Telangana", undefined],
  ])("knows a state in %s, %s, by its code", async (country, region, code) => {
    const fake = await fedexFake();
    const to = toIn("US");
    const address = { ...to.address, country, region };
    await fedex.book.ask(client(), settings(fake), { ...asked, to: { ...to, address } });
    const [recipient] = (fake.shipments[0]!.said as { recipients: { address: { stateOrProvinceCode?: string } }[] })
      .recipients;
    expect(recipient!.address.stateOrProvinceCode).toBe(code);
  });

  // It makes one only if it is asked for: the parcel would be stopped at the border.
  it("has a commercial invoice made for a parcel that passes customs, and for no other", async () => {
    const fake = await fedexFake();
    const bookedTo = (country: string, from = "NL") =>
      fedex.book.ask(client(), settings(fake), { ...asked, from: fromIn(from), to: toIn(country) });
    expect(await bookedTo("NL", "US")).toMatchObject({
      value: {
        label: { format: "pdf", bytes: Buffer.from("%PDF-1.4") },
        customsDocuments: { format: "pdf", bytes: Buffer.from("%PDF- invoice") },
      },
    });
    expect(fake.shipments[0]!.said).toMatchObject({
      shippingDocumentSpecification: {
        shippingDocumentTypes: ["COMMERCIAL_INVOICE"],
        commercialInvoiceDetail: { documentFormat: { docType: "PDF", stockType: "PAPER_LETTER" } },
      },
    });
    expect(await bookedTo("NL")).toMatchObject({ value: { customsDocuments: null } });
    await fedex.rates(client(), settings(fake), { ...asked, from: fromIn("US"), to: toIn("NL") });
    expect(fake.asked.at(-1)!.body).not.toContain("shippingDocumentSpecification");
  });

  it("declares what goes abroad to customs", async () => {
    const fake = await fedexFake();
    await fedex.book.ask(client(), settings(fake), { ...asked, from: fromIn("US"), to: toIn("NL") });
    expect(fake.shipments[0]!.said).toMatchObject({
      totalWeight: 2.8,
      customsClearanceDetail: {
        commercialInvoice: { shipmentPurpose: "SOLD" },
        totalCustomsValue: { amount: 2000, currency: "USD" },
        commodities: [{ harmonizedCode: "620520", countryOfManufacture: "IN", customsValue: { amount: 1598 } }, {}],
      },
    });
  });
});

describe("FedEx's webhook", () => {
  const { receives } = fedex;
  const body = '{"trackingNumber":"794953555571","status":"DL"}';
  const come = (signature: string, text = body) => inbound(text, { "fdx-signature": signature });

  // Its documentation says base64 in one place and hexadecimal in another.
  it.each([
    ["base64", "DMjniVaJiowXSGzo+6LM0IKhENQee3y+31Ac/LjjFLI="],
    ["hexadecimal", "0cc8e78956898a8c17486ce8fba2ccd082a110d41e7b7cbedf501cfcb8e314b2"],
  ])("is accepted with its signature in %s", (_, signature) => {
    expect(receives.admit(given, come(signature))).toMatch(/^sha256:/);
    expect(() => receives.admit(given, come(signature, `${body} `))).toThrow(refusal);
    expect(() => receives.admit({ ...given, webhookToken: undefined }, come(signature))).toThrow(refusal);
  });

  it("is refused without a signature", () => {
    expect(() => receives.admit(given, come(""))).toThrow(refusal);
  });

  it("reports a parcel's status", async () => {
    expect(await receives.read(nobody, given, come(""))).toMatchObject({
      value: {
        happened: { is: "tracked", parcel: { trackingNumber: "794953555571" }, events: [{ status: "delivered" }] },
      },
    });
  });

  // FedEx reuses numbers: the delivery is that of the number's previous parcel.
  it("reports the newest of several parcels with its number, and nothing of one that FedEx does not know", async () => {
    const resultOf = (date: string, code: string) => ({
      trackingNumberInfo: { trackingNumber: "1" },
      latestStatusDetail: { code },
      scanEvents: [{ date, eventType: code, eventDescription: code }],
    });
    const [before, ours] = [resultOf("2024-11-22T12:00:00Z", "DL"), resultOf("2026-11-20T12:00:00Z", "PU")];
    const readOf = (...trackResults: object[]) =>
      receives.read(nobody, given, inbound(JSON.stringify({ trackingNumber: "1", trackResults })));
    for (const both of [readOf(before, ours), readOf(ours, before)]) {
      expect(await both).toMatchObject({ value: { happened: { events: [{ status: "inTransit" }] } } });
    }
    expect(await readOf({ error: { code: "TRACKING.TRACKINGNUMBER.NOTFOUND" } })).toMatchObject({
      value: { happened: { events: [] } },
    });
  });
});
