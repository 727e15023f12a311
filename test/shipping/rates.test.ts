/** Carriers' rates side by side: one that hangs or fails does not affect the others. */

import { expect, it } from "vitest";
import * as location from "#core/contract/location";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { readRates } from "#core/shipping/rates";
import { call } from "../support/call.ts";
import { aBox, aCarrier, anOrderToSend } from "../support/given/carriers.ts";
import { onceMade } from "../support/given/gateways.ts";

const question = async () => {
  const { made, place } = await anOrderToSend(2);
  return { id: made.id, locationId: place.locationId, lines: [{ lineId: made.lines[0]!.id, quantity: 2 }] };
};

const asked = async (input: Awaited<ReturnType<typeof question>>) =>
  (await onceMade(() => call(parcel.rates, input, { headers: { prefer: "wait=15" } }))).body;

it("come from every carrier that is set up, cheapest first, and nothing is bought", async () => {
  const fake = await aCarrier();
  await aBox({ isDefault: true, weightGrams: 250 });
  const shown = await asked(await question());
  expect(shown).toMatchObject({
    weightGrams: 1_050,
    carriers: [{ carrier: "testcarrier", status: "done", mode: "test" }],
  });
  expect(shown.items.map(({ service }) => service)).toEqual(["economy", "standard", "express"]);
  expect(shown.items[0]).toMatchObject({ cost: { amountMinor: 8_900, currency: "INR" }, days: 6 });
  expect(fake.books.labels).toEqual([]);
});

it("list the faster of two for the same price first, and one that says no time last", async () => {
  await aCarrier();
  await aBox({ isDefault: true });
  const { id, weightGrams } = await asked(await question());
  const rates = [null, 5, 2].map((days) => ({ ...{ service: `${days}`, name: "Express", days }, cost: null }));
  await db().execute(sql`update parcel_rates set rates = ${JSON.stringify(rates)}::jsonb where request_id = ${id}`);
  expect((await readRates(id, weightGrams)).items.map(({ days }) => days)).toEqual([2, 5, null]);
});

it("say why a carrier has none, and list the others' prices", async () => {
  await aCarrier();
  // Nothing listens there, and Delhivery needs an Indian address's state.
  await call(provider.configure, {
    code: "easypost",
    settings: { apiKey: "EZTK123456", labelFormat: "PDF", server: "http://127.0.0.1:1" },
  });
  await call(provider.configure, {
    code: "delhivery",
    settings: { token: "a-token-of-delhivery", server: "http://127.0.0.1:1" },
  });
  const { carriers, items } = await asked(await question());
  const said = Object.fromEntries(carriers.map(({ carrier, status, says }) => [carrier, [status, says]]));
  expect(said["testcarrier"]).toEqual(["done", null]);
  expect(said["easypost"]).toEqual(["refused", expect.any(String)]);
  // Shown to staff as it is.
  expect(said["delhivery"]).toEqual([
    "refused",
    expect.stringMatching(/^The carrier needs [^;]+\. See the location in /),
  ]);
  expect(items).toHaveLength(3);
  for (const code of ["easypost", "delhivery"]) await call(provider.remove, { code });
});

// A newer account of NimbusPost: listed as refused, it could not be chosen in the admin, and so not be booked.
it("leave out the prices of a carrier that has none, which can be booked all the same", async () => {
  const india = { line1: "14 MG Road", city: "Bengaluru", region: "Karnataka", postalCode: "560001", country: "IN" };
  const { made, place } = await anOrderToSend(1, { address: india });
  await aBox({ isDefault: true });
  const pickupPlaces = { nimbuspost: "12" };
  await call(location.edit, { id: place.locationId, address: india, phone: "+919812345678", pickupPlaces });
  const settings = { generation: "v2", apiKey: "an api key", apiSecret: "an api secret", server: "http://127.0.0.1:1" };
  await call(provider.configure, { code: "nimbuspost", settings });
  const lines = [{ lineId: made.lines[0]!.id, quantity: 1 }];
  const { carriers, items } = await asked({ id: made.id, locationId: place.locationId, lines });
  expect(carriers.find(({ carrier }) => carrier === "nimbuspost")).toMatchObject({ status: "done", says: null });
  expect(items.some(({ carrier }) => carrier === "nimbuspost")).toBe(false);
  await call(provider.remove, { code: "nimbuspost" });
});

it("refuse what cannot be packed, without asking a carrier", async () => {
  const fake = await aCarrier();
  const input = await question();
  const { body } = await call(parcel.rates, { ...input, lines: [{ ...input.lines[0]!, quantity: 9 }] });
  expect(body.error?.code).toBe("parcel.tooMany");
  expect(fake.asked).toEqual([]);
});
