/** A variant's goods and orders when its stock stops being tracked, or starts to be. */

import { afterAll, describe, expect, it } from "vitest";
import { auditEntries } from "#core/audit/audit.table";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as stock from "#core/contract/stock";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { createOrder } from "#core/order/create";
import { receiveStock } from "#core/stock/receive-stock";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { anOrder, nothingChanged, paidOrder, somebody } from "../support/given/orders.ts";
import { back, ship } from "../support/given/parcels.ts";
import { aVariantInStock, expectStockToAddUp, receives, stockLevelAt, tester } from "../support/given/stock.ts";

afterAll(expectStockToAddUp);

const tracks = (id: Id<"variant">, trackStock: boolean) => call(variant.edit, { id, trackStock });
const inUse = (detail: object) => ({ status: 409, body: { error: { code: "variant.inUse", detail } } });

describe("ending the tracking of a variant's stock", () => {
  // Its goods could no longer be counted or moved, and their location never closed.
  it("is refused while there is any, with the figures, and changes nothing", async () => {
    const place = await aVariantInStock(5);
    await anOrder({ lines: [{ place, quantity: 2 }] });
    await anOrder({ lines: [{ place, quantity: 1 }], paid: true });
    await nothingChanged(async () => {
      const figures = { onHand: 5, reserved: 2, committed: 1, backordered: 0 };
      expect(await tracks(place.variantId, false)).toMatchObject(inUse(figures));
    });
  });

  // Nothing would ever serve them, and they could not ship either.
  it("is refused while orders wait for it", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const { id } = await anOrder({ lines: [{ place, quantity: 3 }] });
    expect(await tracks(place.variantId, false)).toMatchObject(inUse({ onHand: 0, backordered: 3 }));
    await call(order.cancel, { id });
    expect(await tracks(place.variantId, false)).toMatchObject({ status: 200 });
  });

  it("is done once stock levels are counted empty, with an audit entry", async () => {
    const { variantId, locationId } = await aVariantInStock(5);
    await call(stock.count, { id: variantId, locationId, quantity: 0 });
    expect(await tracks(variantId, false)).toMatchObject({ status: 200 });
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, variantId));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "variant.edit", before: { trackStock: true }, after: { trackStock: false } }),
    );
  });

  // The order has read that it is tracked and allocated nothing yet: both would commit.
  it("waits for an order that is being created, and is then refused", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const lines = [{ variantId: place.variantId, quantity: 2 }];
    const input = order.create.input.parse({ ...somebody, lines }) as InputOf<typeof order.create>;
    await call(variant.read, { id: place.variantId });
    const ending = await inChange(tester, async (change) => {
      await createOrder(change, input);
      const answer = tracks(place.variantId, false);
      await untilSomebodyWaits();
      return { answer };
    });
    expect(await ending.answer).toMatchObject(inUse({ backordered: 2 }));
  });

  it("waits for goods that are being received, and is then refused", async () => {
    const place = await aVariantInStock(0);
    const ending = await inChange(tester, async (change) => {
      await receiveStock(change, { id: place.variantId, locationId: place.locationId, quantity: 1 });
      const answer = tracks(place.variantId, false);
      await untilSomebodyWaits();
      return { answer };
    });
    expect(await ending.answer).toMatchObject(inUse({ onHand: 1 }));
  });
});

describe("starting to track a variant's stock", () => {
  // The order was placed while it was untracked: what it ships was never part of the current stock.
  it("keeps units shipped before out of stock: they are returned without restocking, or restocked once tracked again", async () => {
    const { made, place } = await paidOrder(2);
    const { body } = await ship(made, place.locationId, 2);
    await tracks(place.variantId, false);
    const untracked = { status: 409, body: { error: { code: "stock.untracked" } } };
    await nothingChanged(async () => {
      expect(await back(made, 1, { restock: true })).toMatchObject(untracked);
      expect(await call(parcel.unship, { id: made.id, parcelId: body.parcel.id })).toMatchObject(untracked);
    });
    expect(await back(made, 1)).toMatchObject({ status: 201 });
    await tracks(place.variantId, true);
    expect(await back(made, 1, { restock: true })).toMatchObject({ status: 201 });
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 1 });
  });

  it("leaves earlier orders as they are: they ship and are edited without moving stock", async () => {
    const place = await aVariantInStock(0, { trackStock: false });
    const { id, lines } = await anOrder({ lines: [{ place, quantity: 3 }], payment: "cod" });
    expect(await tracks(place.variantId, true)).toMatchObject({ status: 200 });
    await receives(place, 5);
    const lineId = lines[0]!.id;
    expect(await call(order.editLines, { id, change: [{ lineId, quantity: 2 }] })).toMatchObject({ status: 200 });
    const { locationId } = place;
    const shipping = await call(parcel.ship, { id, locationId, lines: [{ lineId, quantity: 2 }] });
    expect(shipping).toMatchObject({ status: 201 });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
    const after = await anOrder({ lines: [{ place, quantity: 1 }] });
    expect(after.lines[0]).toMatchObject({ tracked: true });
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 5, reserved: 1 });
  });
});
