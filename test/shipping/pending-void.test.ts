/** Labels that a carrier takes days to cancel: it is asked for the result if it sends no events. */

import { expect, it } from "vitest";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { shippoFake, shippoToken } from "../carrier/fakes/shippo.ts";
import { call } from "../support/call.ts";
import { aBox, anOrderToSend, book } from "../support/given/carriers.ts";
import { someFiles } from "../support/given/files.ts";
import { makeCalls, orderNow } from "../support/given/gateways.ts";
import { stockLevelAt } from "../support/given/stock.ts";
import { invocation } from "../support/invocation.ts";

/** An order whose label is requested from Shippo, which has no webhook here. */
async function booking() {
  await someFiles();
  await aBox();
  const fake = await shippoFake();
  const settings = { token: shippoToken, labelFormat: "PDF_4x6", server: fake.origin };
  expect((await call(provider.configure, { code: "shippo", settings })).status).toBe(200);
  const { made, place } = await anOrderToSend(2);
  expect((await book(made, place, 2, { carrier: "shippo", service: "usps_priority" })).status).toBe(201);
  const parcelId = (await orderNow(made)).parcels[0]!.id;
  const lookAgain = async () => {
    await db().execute(
      sql`update parcels set track_due_at = now() where id = ${parcelId} and track_due_at is not null`,
    );
    await sweepWork({}, invocation);
    await makeCalls();
  };
  return { fake, made, place, ids: { id: made.id, parcelId }, lookAgain };
}

/** The same once the label has been made, and Shippo has been asked to cancel it. */
async function voiding() {
  const { fake, made, place, ids, lookAgain } = await booking();
  await makeCalls();
  expect((await call(parcel.unship, ids)).status).toBe(200);
  await makeCalls();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "voiding" }]);
  return { refund: fake.bought[0]!, made, place, ids, lookAgain };
}

// Without asking, its goods would never return to stock.
it("goes back into stock once the refund has been made, and not before", async () => {
  const { refund, made, place, lookAgain } = await voiding();
  await lookAgain();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "voiding" }]);
  refund.status = "REFUNDED";
  await lookAgain();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ shipped: 0 }] });
  expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
});

it("goes back into stock if staff look again once the refund has been made", async () => {
  const { refund, made, ids } = await voiding();
  refund.status = "REFUNDED";
  expect((await call(parcel.refresh, ids)).status).toBe(200);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ shipped: 0 }] });
});

it("is shipped again if the carrier refused the refund", async () => {
  const { refund, made, place, lookAgain } = await voiding();
  refund.status = "REFUNDREJECTED";
  await lookAgain();
  expect(await orderNow(made)).toMatchObject({
    status: "shipped",
    parcels: [{ status: "shipped", says: "The carrier refused the refund." }],
  });
  expect(await stockLevelAt(place)).toMatchObject({ onHand: 0 });
});

it("is removed once the refund has been made, if its goods were gone before it could ship", async () => {
  const { fake, made, place, lookAgain } = await booking();
  await call(stock.count, { id: place.variantId, locationId: place.locationId, quantity: 0, reason: "Stolen" });
  const { version } = await orderNow(made);
  await makeCalls();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ version: version! + 1, parcels: [{ status: "voiding" }] });
  await lookAgain();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "voiding" }]);
  fake.bought[0]!.status = "REFUNDED";
  await lookAgain();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [] });
});

it("is also checked for a parcel that was too old to track or was returned", async () => {
  const { fake, made, ids, lookAgain } = await booking();
  await makeCalls();
  const returned = [{ at: "2026-11-20T10:00:00.000Z", place: null, words: "RETURNED", status: "returned" }];
  await db().execute(sql`
    update parcels set track_due_at = null, track_status = 'returned', tracking = ${JSON.stringify(returned)}::jsonb
    where id = ${ids.parcelId}`);
  expect((await call(parcel.unship, ids)).status).toBe(200);
  await makeCalls();
  await lookAgain();
  fake.bought[0]!.status = "REFUNDED";
  await lookAgain();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [] });
});
