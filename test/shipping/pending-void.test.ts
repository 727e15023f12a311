/** Labels that a carrier takes days to cancel: it is asked what became of that, for those it tells nothing. */

import { expect, it } from "vitest";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { shippoFake, shippoToken } from "../carrier/fakes/shippo.ts";
import { call } from "../support/call.ts";
import { aBox, anOrderToSend, book } from "../support/given/carriers.ts";
import { someFiles } from "../support/given/files.ts";
import { makeCalls, orderNow } from "../support/given/gateways.ts";
import { stockLevelAt } from "../support/given/stock.ts";

/** An order whose label Shippo has been asked to cancel. It has no webhook here. */
async function voiding() {
  await someFiles();
  await aBox();
  const fake = await shippoFake();
  const settings = { token: shippoToken, labelFormat: "PDF_4x6", server: fake.origin };
  expect((await call(provider.configure, { code: "shippo", settings })).status).toBe(200);
  const { made, place } = await anOrderToSend(2);
  expect((await book(made, place, 2, { carrier: "shippo", service: "usps_priority" })).status).toBe(201);
  await makeCalls();
  const [sent] = (await orderNow(made)).parcels;
  const ids = { id: made.id, parcelId: sent!.id };
  expect((await call(parcel.unship, ids)).status).toBe(200);
  await makeCalls();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "voiding" }]);
  const refund = fake.bought[0]!;
  const lookAgain = async () => {
    await db().execute(sql`update parcels set track_due_at = now() where id = ${ids.parcelId}`);
    await sweepWork();
    await makeCalls();
  };
  return { refund, made, place, lookAgain };
}

// Without asking, its goods would stay neither here nor there for good.
it("goes back into stock when the refund has come, and not before", async () => {
  const { refund, made, place, lookAgain } = await voiding();
  await lookAgain();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "voiding" }]);
  refund.status = "REFUNDED";
  await lookAgain();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ shipped: 0 }] });
  expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
});

it("is shipped again when the carrier has refused the refund", async () => {
  const { refund, made, place, lookAgain } = await voiding();
  refund.status = "REFUNDREJECTED";
  await lookAgain();
  expect(await orderNow(made)).toMatchObject({
    status: "shipped",
    parcels: [{ status: "shipped", says: "The carrier has refused the refund." }],
  });
  expect(await stockLevelAt(place)).toMatchObject({ onHand: 0 });
});
