/** A store that ships through a carrier: the test carrier, on a real socket. */
import { expect } from "vitest";
import * as box from "#core/contract/box";
import * as carrier from "#core/contract/carrier";
import type { Asked } from "#core/contract/kit/operation";
import * as location from "#core/contract/location";
import type * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import * as variant from "#core/contract/variant";
import { type TestCarrierFake, testCarrierFake } from "../../carrier/fakes/testcarrier.ts";
import { call } from "../call.ts";
import { someFiles } from "./files.ts";
import { anOrder } from "./orders.ts";
import { aVariantInStock } from "./stock.ts";

export const storeAddress = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" } as const;

/** The test carrier, set up in the store, with storage for its labels. Closed when the test ends. */
export async function aCarrier(): Promise<TestCarrierFake> {
  await someFiles();
  const fake = await testCarrierFake();
  expect(await call(provider.configure, { code: "testcarrier", settings: fake.settings })).toMatchObject({
    status: 200,
  });
  return fake;
}

type Place = Awaited<ReturnType<typeof aVariantInStock>>;

/** Units of a variant with a weight, at a location with an address. */
export async function packable(quantity: number, weightGrams: number | null = 400): Promise<Place> {
  const place = await aVariantInStock(quantity);
  await call(variant.edit, { id: place.variantId, weightGrams });
  await call(location.edit, { id: place.locationId, address: storeAddress, phone: "+919812345678" });
  return place;
}

/** A paid order for this many units, ready for a carrier. */
export async function anOrderToSend(quantity = 2, given: Parameters<typeof anOrder>[0] = {}) {
  const place = await packable(quantity);
  return { place, made: await anOrder({ paid: given.payment !== "cod", lines: [{ place, quantity }], ...given }) };
}

type How = Partial<Asked<typeof parcel.ship>>;

/** Books a parcel with the carrier for this many units of an order's first line. */
export const book = (
  { id, lines }: Pick<order.Order, "id" | "lines">,
  { locationId }: Pick<Place, "locationId">,
  quantity = lines[0]!.quantity,
  how: How = {},
  headers: Record<string, string> = {},
) =>
  call(
    parcel.ship,
    { id, locationId, lines: [{ lineId: lines[0]!.id, quantity }], carrier: "testcarrier", ...how },
    { headers },
  );

/** The carrier sends a tracking event for a parcel. */
export const tells = (fake: TestCarrierFake, trackingNumber: string, events?: readonly object[]) =>
  call(carrier.receive, { code: "testcarrier" }, { as: null, ...fake.notice(trackingNumber, events) });

/** A box, the default one unless said otherwise. */
export const aBox = async (said: Partial<Asked<typeof box.create>> = {}) =>
  (
    await call(box.create, {
      ...{ name: `Box ${crypto.randomUUID()}`, lengthMm: 300, widthMm: 200, heightMm: 100, weightGrams: 150 },
      ...said,
    })
  ).body;
