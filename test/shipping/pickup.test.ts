/** Carriers that collect parcels only on request. */

import { expect, it } from "vitest";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { delhiveryFake, delhiveryToken } from "../carrier/fakes/delhivery.ts";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aBox, anOrderToSend, book, storeAddress } from "../support/given/carriers.ts";
import { someFiles } from "../support/given/files.ts";
import { dueNow, makeCalls, orderNow } from "../support/given/gateways.ts";
import { providersUnpaused } from "../support/given/mail.ts";

/** A parcel whose label Delhivery is asked for. */
async function booked() {
  await someFiles();
  const fake = await delhiveryFake();
  const settings = { token: delhiveryToken, server: fake.origin };
  expect(await call(provider.configure, { code: "delhivery", settings })).toMatchObject({ status: 200 });
  const { made, place } = await anOrderToSend(1);
  await call(location.edit, {
    id: place.locationId,
    address: { ...storeAddress, region: "Karnataka" },
    pickupPlaces: { delhivery: "Main WH" },
  });
  const address = { line1: "12 Lake Road", city: "Pune", region: "Maharashtra", postalCode: "411001", country: "IN" };
  expect(await call(order.editDetails, { id: made.id, address })).toMatchObject({ status: 200 });
  const boxId = (await aBox()).id;
  expect(await book(made, place, 1, { carrier: "delhivery", service: "Surface", boxId })).toMatchObject({
    status: 201,
  });
  return { fake, made };
}

const pickupCalls = ({ id }: { readonly id: string }) =>
  db().execute(sql`select status from calls where order_id = ${id} and does = 'pickup'`);

/** What the order's timeline shows of its pickups. */
const recorded = async ({ id }: { readonly id: string }) =>
  (await entriesAbout(id)).flatMap(({ after }) => (after && "pickup" in after ? [after] : []));

// A booked label on a parcel that no one collects.
it("is requested once the carrier accepts, at the location that the carrier knows", async () => {
  const { fake, made } = await booked();
  await makeCalls();
  await makeCalls();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "shipped", carrier: "delhivery" }]);
  expect(fake.pickups?.()).toBe(1);
  const request = fake.asked.find(({ path }) => path === "/fm/request/new/");
  expect(JSON.parse(request?.body ?? "{}")).toMatchObject({ pickup_location: "Main WH", expected_package_count: 1 });
  expect(await pickupCalls(made)).toEqual([{ status: "done" }]);
  expect(await recorded(made)).toEqual([
    { parcelId: expect.stringMatching(/^par_/), pickup: expect.stringMatching(/^\d+$/), says: expect.any(String) },
  ]);
});

// The timeline said that the carrier had refused to come.
it("is recorded once its outcome is known, if the carrier's answer could not be read", async () => {
  const { fake, made } = await booked();
  const dueAgain = async () => {
    await providersUnpaused();
    await dueNow();
    await makeCalls();
  };
  fake.set({ isBusyWithPickups: true });
  await makeCalls();
  fake.set({ isBusyWithPickups: false });
  fake.distort(() => "something else");
  await dueAgain();
  fake.distort((json) => json);
  expect([await pickupCalls(made), await recorded(made)]).toEqual([[{ status: "unknown" }], []]);
  await dueAgain();
  expect(await recorded(made)).toMatchObject([{ pickup: "ordered", says: "A pickup request already exists" }]);
});

// A courier would come for a label that does not exist there.
it("is not requested once the carrier is set up in the other mode", async () => {
  const { fake, made } = await booked();
  fake.set({ isBusyWithPickups: true });
  await makeCalls();
  await makeCalls();
  expect(fake.asked.filter(({ path }) => path === "/fm/request/new/")).toHaveLength(1);
  fake.set({ isBusyWithPickups: false });
  await db().execute(
    sql`update parcels set mode = case mode when 'live' then 'test' else 'live' end where order_id = ${made.id}`,
  );
  await providersUnpaused();
  await dueNow();
  await makeCalls();
  expect(fake.pickups?.()).toBe(0);
  expect(await pickupCalls(made)).toEqual([{ status: "refused" }]);
  expect(await recorded(made)).toMatchObject([{ pickup: "refused", says: expect.stringContaining("mode") }]);
});
