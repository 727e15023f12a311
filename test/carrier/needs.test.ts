/** What a parcel lacks is reported before any carrier is asked. */
import { describe, expect, it } from "vitest";
import { httpFor } from "#core/provider/http";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { delhivery } from "#core/shipping/carriers/delhivery/delhivery";
import { easypost } from "#core/shipping/carriers/easypost/easypost";
import { easyship } from "#core/shipping/carriers/easyship/easyship";
import { fedex } from "#core/shipping/carriers/fedex/fedex";
import { isPostalCode, missingFrom } from "#core/shipping/carriers/needs";
import { nimbuspost } from "#core/shipping/carriers/nimbuspost/nimbuspost";
import { sendcloud } from "#core/shipping/carriers/sendcloud/sendcloud";
import { shippit } from "#core/shipping/carriers/shippit/shippit";
import { shippo } from "#core/shipping/carriers/shippo/shippo";
import { shiprocket } from "#core/shipping/carriers/shiprocket/shiprocket";
import { shipstation } from "#core/shipping/carriers/shipstation/shipstation";
import { saying } from "./answered.ts";
import { asksToShip, fromIn, toIn } from "./asked.ts";

const indian = asksToShip("IN", null, { pickupPlace: "Main" });
const withTo = (more: object) => ({ ...indian, to: { ...indian.to, ...more } });
const withAddress = (more: object) => withTo({ address: { ...indian.to.address, ...more } });

describe("what a parcel lacks", () => {
  it.each([
    ["nothing", indian, []],
    ["a weight", { ...indian, weightGrams: 0 }, [{ lacks: "weight" }]],
    ["a box", { ...indian, box: undefined }, [{ lacks: "dimensions" }]],
    ["a pick-up place", { ...indian, pickupPlace: undefined }, [{ lacks: "pickupPlace" }]],
    ["a phone", withTo({ phone: undefined }), [{ lacks: "phone", of: "to" }]],
    ["a phone that an Indian courier can call", withTo({ phone: "+14155550100" }), [{ lacks: "phone", of: "to" }]],
    ["a mobile, because they call no landlines", withTo({ phone: "+912223456789" }), [{ lacks: "phone", of: "to" }]],
    ["a postal code that is one", withAddress({ postalCode: "0110" }), [{ lacks: "postalCode", of: "to" }]],
    ["a state", withAddress({ region: undefined }), [{ lacks: "region", of: "to" }]],
    ["a country that is served", withTo({ address: toIn("NL").address }), [{ lacks: "country", of: "to" }]],
    [
      "a currency that is collected",
      { ...indian, collect: { amountMinor: 100, currency: "USD" } },
      [{ lacks: "cashOnDelivery", collect: { amountMinor: 100, currency: "USD" } }],
    ],
    [
      "several things at once",
      { ...withTo({ phone: undefined }), weightGrams: 0 },
      [{ lacks: "phone", of: "to" }, { lacks: "weight" }],
    ],
  ])("%s", (_, asked, lacks) => {
    expect(missingFrom(shiprocket.needs, asked)).toEqual(lacks);
  });

  it("names the items without customs details, and only for parcels abroad", () => {
    const items = indian.items.map(({ hsCode: _, originCountry: __, ...item }) => item);
    const abroad = { ...asksToShip("US", null), items, to: toIn("NL") };
    expect(missingFrom(easypost.needs, abroad)).toEqual(
      ["KURTA-M", "MUG"].flatMap((sku) => [
        { lacks: "hsCode", sku },
        { lacks: "originCountry", sku },
      ]),
    );
    expect(missingFrom(easypost.needs, { ...abroad, to: fromIn("US") })).toEqual([]);
  });

  it("is a postal code in a country that has none only for a carrier that needs one everywhere", () => {
    const { postalCode: _, ...address } = toIn("NL").address;
    const asked = { ...asksToShip("US", null), to: { ...toIn("NL"), address: { ...address, country: "AE" } } };
    expect(missingFrom(easypost.needs, asked)).toEqual([]);
    expect(missingFrom(shipstation.needs, asked)).toEqual([{ lacks: "postalCode", of: "to" }]);
  });

  it.each(["+912223456789", "+14155550100"])("is no phone for other carriers to India, with %s", (phone) => {
    const asked = asksToShip("US", null, { from: { ...fromIn("IN"), phone }, to: { ...toIn("IN"), phone } });
    for (const { needs } of [easyship, fedex, shippit, shipstation]) expect(missingFrom(needs, asked)).toEqual([]);
  });

  it.each([
    ["Illinois", []],
    ["il", []],
    ["Ilinois", [{ lacks: "region", of: "to" }]],
    [undefined, [{ lacks: "region", of: "to" }]],
  ])("is a state that exists, for carriers that check its code: %s", (region, lacks) => {
    const to = toIn("US");
    const asked = asksToShip("US", null, { to: { ...to, address: { ...to.address, region } } });
    for (const { needs } of [fedex, sendcloud, shipstation]) expect(missingFrom(needs, asked)).toEqual(lacks);
  });

  const at = (place: string, phone = "+14155550100") => {
    const [country = "", ...postalCode] = place.split(" ");
    const region = country === "CA" ? "ON" : "CA";
    return {
      ...toIn("US"),
      phone,
      address: { ...toIn("US").address, country, region, postalCode: postalCode.join(" ") },
    };
  };
  // The declaration would say that they are worth less.
  it.each([
    ["US 94107", "NL 5611 EM", 250_001, true],
    ["US 94107", "NL 5611 EM", 250_000, false],
    ["US 94107", "US 09012", 250_001, true],
    ["US 94107", "PR 00901", 250_001, true],
    ["US 94107", "VI 00801", 250_001, true],
    ["US 94107", "CA K1A 0B1", 250_001, false],
    ["US 94107", "US 60606", 250_001, false],
    ["PR 00901", "NL 5611 EM", 250_001, true],
    ["PR 00901", "US 94107", 250_001, true],
    ["VI 00801", "NL 5611 EM", 250_001, true],
    ["US 00801", "NL 5611 EM", 250_001, true],
    // The Virgin Islands do not file what they send to the rest of the United States.
    ["US 00801", "US 94107", 250_001, false],
    ["VI 00801", "PR 00901", 250_001, false],
    ["NL 5611 EM", "US 94107", 250_001, false],
  ])("is an export filing, whichever carrier takes it: %s to %s, %d", (from, to, priceMinor, isLacking) => {
    const items = asksToShip("US", null).items.map((item, nth) => ({
      ...item,
      quantity: 1,
      priceMinor: nth ? 1 : priceMinor,
    }));
    const asked = asksToShip("US", null, { from: at(from), to: at(to), items });
    for (const { needs } of [easypost, easyship, fedex, sendcloud, shippo, shipstation])
      expect(missingFrom(needs, asked)).toEqual(isLacking ? [{ lacks: "exportFiling" }] : []);
  });

  it("is a lower weight if it is too heavy", () => {
    const needs = { ...shiprocket.needs, weightMaxGrams: 1_000 };
    expect(missingFrom(needs, indian)).toEqual([{ lacks: "lighterParcel", weightMaxGrams: 1_000 }]);
  });
});

// 19.99 USD were declared as 19.99 rupees.
it.each([
  ["Shiprocket", shiprocket, { email: "api@example.com", password: "pass word" }],
  ["Delhivery", delhivery, { token: "delhivery token" }],
  ["NimbusPost, for older accounts", nimbuspost, { generation: "v1", email: "a@example.com", password: "pass word" }],
  ["NimbusPost, for newer accounts", nimbuspost, { generation: "v2", apiKey: "key", apiSecret: "secret" }],
] as const)("goods that are not sold in rupees are refused without asking %s", async (_, adapter, given) => {
  const carrier: Carrier = adapter as never; // each with its own settings, which are given here
  const dollars = { ...indian, value: { amountMinor: 1_999, currency: "USD" } };
  const { asked, origin } = await saying();
  const http = httpFor({ provider: carrier.code, secrets: [] });
  for (const way of [carrier.rates!, carrier.book!.ask])
    expect(await way(http, { ...given, server: origin }, dollars)).toMatchObject({
      is: "refused",
      says: expect.stringContaining("rupees only, and this order is in USD"),
    });
  expect(asked).toEqual([]);
});

it.each([
  ["560001", "IN", true],
  ["560 001", "IN", true],
  ["056001", "IN", false],
  ["94107-1234", "US", true],
  ["9410", "US", false],
  ["SW1A 1AA", "GB", true],
  ["1015 CS", "NL", true],
  ["K1A 0B1", "CA", true],
  // Where codes are optional, or their form is not documented, anything except an empty code is accepted.
  ["whatever", "AE", true],
  ["  ", "AE", false],
])("accepts %s in %s as a postal code: %s", (code, country, isOne) => {
  expect(isPostalCode(code, country)).toBe(isOne);
});
