/**
 * The worker dies after a carrier's success and before it is recorded. A label that is bought twice costs money twice;
 * a forgotten one leaves goods in a box that no one sends.
 */

import { expect, it } from "vitest";
import * as location from "#core/contract/location";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isCarrierCode, offeredCarriers } from "#core/shipping/carriers/index";
import { type Account, accounts } from "../carrier/accounts.ts";
import { fedexFake } from "../carrier/fakes/fedex.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aBox, anOrderToSend, book, storeAddress } from "../support/given/carriers.ts";
import { someFiles } from "../support/given/files.ts";
import { dueNow, makeCalls, orderNow } from "../support/given/gateways.ts";
import { stockLevelAt } from "../support/given/stock.ts";
import { aCallMaker } from "../support/processes.ts";

/** One unit whose label this carrier will be asked for. */
async function aBookingWith({ code, settings, service }: Account, server: string) {
  if (!isCarrierCode(code)) throw new Error(`there is no carrier ${code}`);
  await someFiles();
  const given = { ...(await noSecretsOf(code)), ...settings, server };
  expect(await call(provider.configure, { code, settings: given })).toMatchObject({ status: 200 });
  const address = { line1: "12 Lake Road", city: "Pune", region: "Maharashtra", postalCode: "411001", country: "IN" };
  const { made, place } = await anOrderToSend(1, { address });
  await call(location.edit, {
    id: place.locationId,
    address: { ...storeAddress, region: "Karnataka" },
    pickupPlaces: { [code]: "Main warehouse" },
  });
  const boxId = (await aBox()).id;
  const { status, body } = await book(made, place, 1, { carrier: code, boxId, ...(service && { service }) });
  expect([status, body.error]).toEqual([201, undefined]);
  return { made, place, ids: { id: made.id, parcelId: body.parcel.id } };
}

/** The settings that remove the secrets of an account that the carrier had before. */
async function noSecretsOf(code: string) {
  const { body } = await call(provider.list, {});
  const fields = body.items.find((one) => one.code === code)?.fields ?? [];
  return Object.fromEntries(fields.filter(({ kind }) => kind === "secret").map(({ name }) => [name, null]));
}

/** Settling the label waits for the order's row; the worker is killed there, after the carrier's success. */
async function killedOverItsYes(orderId: string): Promise<void> {
  const worker = await aCallMaker();
  await db().transaction(async (tx) => {
    const [holder] = await tx.execute<{ pid: number }>(sql`
      select pg_backend_pid() as pid from orders where id = ${orderId} for update`);
    worker.begin();
    await untilSomebodyWaits({ behind: holder!.pid });
    await worker.kill();
  });
}

const laterWork = async () => {
  await dueNow();
  await makeCalls();
};

/** Without a search and an idempotency key: a second request would buy a second label. */
const blind = ["nimbuspost, an older account", "nimbuspost, a newer account", "shippit"];

it("is tested with every carrier that books", () => {
  const tried = new Set(Object.values(accounts).map(({ code }) => code));
  const booking = offeredCarriers().filter((code) => code !== "manual" && code !== "testcarrier");
  expect([...tried].toSorted()).toEqual(booking.toSorted());
});

it.each(Object.keys(accounts).filter((name) => !blind.includes(name)))(
  "leaves one label there and one parcel here: %s",
  { timeout: 60_000 },
  async (name) => {
    const account = accounts[name]!;
    const fake = await account.start();
    const { made, place } = await aBookingWith(account, fake.origin);
    await killedOverItsYes(made.id);
    expect(fake.labels()).toBe(1);
    expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [{ status: "booking" }] });
    await laterWork();
    expect(await orderNow(made)).toMatchObject({
      status: "shipped",
      parcels: [{ status: "shipped", carrier: account.code, trackingNumber: expect.stringMatching(/./) }],
    });
    expect(fake.labels()).toBe(1);
    expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  },
);

it.each(blind)(
  "leaves one label at the carrier, and the parcel to a person who has checked: %s",
  { timeout: 60_000 },
  async (name) => {
    const account = accounts[name]!;
    const fake = await account.start();
    const { made, place, ids } = await aBookingWith(account, fake.origin);
    await killedOverItsYes(made.id);
    await laterWork();
    await laterWork();
    expect(fake.labels()).toBe(1);
    const { status, parcels } = await orderNow(made);
    expect(status).toBe("confirmed");
    expect(parcels).toMatchObject([{ status: "booking", says: "It can be neither repeated nor looked up." }]);
    // No other parcel can contain its units.
    expect((await book(made, place, 1, { carrier: "manual" })).body.error?.code).toBe("parcel.tooMany");
    expect(await call(parcel.decide, { ...ids, happened: true, trackingNumber: "SEEN1" })).toMatchObject({
      status: 200,
      body: { status: "shipped", parcels: [{ status: "shipped", trackingNumber: "SEEN1" }] },
    });
    await laterWork();
    expect(fake.labels()).toBe(1);
  },
);

// Its search finds a label only some minutes after it was bought: until then "not found" is no reason to buy another.
it("waits while FedEx's search does not find the label yet, and after a day for a person", {
  timeout: 60_000,
}, async () => {
  const account = accounts["fedex"]!;
  const fake = await fedexFake();
  const { made, ids } = await aBookingWith(account, fake.origin);
  fake.set({ lags: true });
  await killedOverItsYes(made.id);
  await laterWork();
  await laterWork();
  const says = "It was not found; it may yet appear.";
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "booking", says }]);
  const decision = { ...ids, happened: true, trackingNumber: "794953555571" };
  expect((await call(parcel.decide, decision)).body.error?.code).toBe("call.stillTrying");
  await db().execute(sql`update calls set created_at = created_at - interval '25 hours' where order_id = ${made.id}`);
  await laterWork();
  expect(await call(parcel.decide, decision)).toMatchObject({ status: 200, body: { status: "shipped" } });
  expect(fake.labels()).toBe(1);
});
