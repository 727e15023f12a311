/** What a parcel lacks for its carrier is a refusal before anything is asked: nobody pays for a useless label. */

import { expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as location from "#core/contract/location";
import type * as order from "#core/contract/order";
import type * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aBox, aCarrier, anOrderToSend, book, packable, storeAddress } from "../support/given/carriers.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, receives } from "../support/given/stock.ts";

const server = "http://127.0.0.1:1";
const delhivery = { code: "delhivery", settings: { token: "a-token-of-delhivery", server } };
const easypost = { code: "easypost", settings: { apiKey: "EZTK123456", labelFormat: "PDF", server } };

const here = { ...storeAddress, region: "Karnataka" };
const pune = { line1: "12 Lake Road", city: "Pune", region: "Maharashtra", postalCode: "411001", country: "IN" };
const { region: _, ...nowhere } = pune;

type Address = Asked<typeof order.create>["address"];

/** An order that Delhivery could bring, from a location that it knows. */
async function forDelhivery(address: Address = pune, pickupPlaces: Record<string, string> = { delhivery: "Main WH" }) {
  await call(provider.configure, delhivery);
  const { made, place } = await anOrderToSend(1, { address });
  await call(location.edit, { id: place.locationId, address: here, pickupPlaces });
  return { made, place };
}

type How = Partial<Asked<typeof parcel.ship>>;
const byDelhivery: How = { carrier: "delhivery", service: "Surface" };

it.each<[string, () => ReturnType<typeof forDelhivery>, How, string]>([
  [
    "a country that it does not serve",
    () => forDelhivery({ ...pune, country: "NP", postalCode: "44600" }),
    byDelhivery,
    "parcel.country",
  ],
  ["the customer's state", () => forDelhivery(nowhere), byDelhivery, "parcel.noRegion"],
  ["a box", () => forDelhivery(), { ...byDelhivery, boxId: null }, "parcel.noBox"],
  [
    "its own name for the location",
    () => forDelhivery(pune, { shiprocket: "Main WH" }),
    byDelhivery,
    "parcel.noPickupPlace",
  ],
  [
    "cash on delivery, which it does not collect",
    async () => {
      await call(provider.configure, easypost);
      return anOrderToSend(1, { payment: "cod" });
    },
    { carrier: "easypost", service: "First" },
    "parcel.noCashOnDelivery",
  ],
  [
    "the location's address",
    async () => {
      await aCarrier();
      const place = await aVariantInStock(1);
      return { place, made: await anOrder({ paid: true, lines: [{ place, quantity: 1 }] }) };
    },
    { weightGrams: 400 },
    "parcel.noLocationAddress",
  ],
])("%s", async (_, given, how, code) => {
  const boxId = (await aBox()).id;
  const { made, place } = await given();
  await nothingChanged(async () => {
    const answer = await book(made, place, 1, { boxId, ...how });
    expect([answer.body.error?.code, answer.status]).toEqual([code, 409]);
  });
  expect(await db().execute(sql`select from calls where order_id = ${made.id}`)).toHaveLength(0);
});

it("is asked with the name that a new location has there", async () => {
  await call(provider.configure, delhivery);
  const { variantId } = await packable(0);
  const pickupPlaces = { delhivery: "North WH" };
  const created = await call(location.create, { code: "NORTH", name: "North", address: here, pickupPlaces });
  expect(created).toMatchObject({ status: 201, body: { pickupPlaces } });
  const place = { variantId, locationId: created.body.id };
  await receives(place, 1);
  const made = await anOrder({ paid: true, address: pune, lines: [{ place, quantity: 1 }] });
  expect((await book(made, place, 1, { ...byDelhivery, boxId: (await aBox()).id })).status).toBe(201);
  const [asked] = await db().execute(sql`select asked->>'pickupPlace' as name from calls where order_id = ${made.id}`);
  expect(asked).toEqual({ name: "North WH" });
});

// Its numbers are the store's own, and a number that was used is refused there.
it("is a number from the store's series, until the last is used", async () => {
  const number = "21433002";
  const settings = {
    ...{ customerId: "1000012345", password: "a password", contractId: "40012345", articleType: "SP", server },
    ...{ seriesLetters: "ET", seriesFirst: number, seriesLast: number, handover: "DROPOFF" },
  };
  expect((await call(provider.configure, { code: "indiapost", settings })).status).toBe(200);
  const boxId = (await aBox()).id;
  const answers = [];
  for (let nth = 0; nth < 2; nth++) {
    const { made, place } = await anOrderToSend(1, { address: pune, phone: "+919812345678" });
    await call(location.edit, { id: place.locationId, address: here });
    answers.push(await book(made, place, 1, { carrier: "indiapost", service: "SP", boxId }));
  }
  expect(answers[0]).toMatchObject({ status: 201, body: { parcel: { trackingNumber: "ET214330020IN" } } });
  expect(answers[1]).toMatchObject({ status: 409, body: { error: { code: "parcel.numbersUsedUp" } } });
});
