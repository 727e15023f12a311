/**
 * How every manual stock movement treats bad input: a 4xx with a specific code and the numbers, and not a row changed.
 */

import { describe, expect, it } from "vitest";
import type { Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { variants } from "#core/product/product.table";
import type { Place } from "#core/stock/ledger";
import { call } from "../support/call.ts";
import { anAllocation } from "../support/given/allocations.ts";
import { nothingChanged, somebody } from "../support/given/orders.ts";
import { aStockroom, aVariantInStock, closes, stockLevelAt } from "../support/given/stock.ts";

async function refused(op: Operation, input: object, status: number, code: string, detail?: object) {
  await nothingChanged(async () => {
    const answer = await call(op, input as never);
    expect(answer, JSON.stringify(input)).toMatchObject({
      status,
      body: { error: { code, ...(detail && { detail }) } },
    });
  });
}

/** Every way of moving this many of a variant at a location. */
const moves = ({ variantId, locationId }: Place, elsewhere: Place["locationId"], quantity: unknown) =>
  [
    [stock.receive, { id: variantId, locationId, quantity }],
    [stock.adjust, { id: variantId, locationId, quantity, reason: "Broken" }],
    [stock.count, { id: variantId, locationId, quantity }],
    [transfer.create, { fromLocationId: locationId, toLocationId: elsewhere, lines: [{ variantId, quantity }] }],
  ] as const;

const nowhere = `loc_${"0".repeat(26)}` as const;
const nothing = `var_${"0".repeat(26)}` as const;

describe("bad input", () => {
  // "12,5" read as 12, or "abc" as 0, has written off whole stock levels elsewhere.
  it.each([0, -1, 1.5, "12,5", "2", "abc", 2 ** 31, -(2 ** 31), 2 ** 53, Number.NaN, null, true, [1]])(
    "refuses a quantity of %j in every movement where it is invalid",
    async (quantity) => {
      const [place, elsewhere] = [await aVariantInStock(5), await aStockroom()];
      // A stock level may be counted as empty, and an adjustment may remove one.
      const sound: readonly Operation[] = quantity === 0 ? [stock.count] : quantity === -1 ? [stock.adjust] : [];
      for (const [op, input] of moves(place, elsewhere, quantity)) {
        if (!sound.includes(op)) await refused(op, input, 400, "request.invalid");
      }
      const { variantId: id, locationId } = place;
      if (quantity === 0) return; // an expected level of 0 is valid
      for (const [op, extra] of [
        [stock.receive, {}],
        [stock.adjust, { reason: "Found" }],
        [stock.count, {}],
      ] as const) {
        const input = { id, locationId, quantity: 5, expectedOnHand: quantity, ...extra };
        await refused(op, input, 400, "request.invalid");
      }
    },
  );

  it("refuses an unknown variant, an untracked one, and an unknown location", async () => {
    const [place, elsewhere] = [await aVariantInStock(5), await aStockroom()];
    const untracked = await aVariantInStock(0, { trackStock: false });
    for (const [op, input] of moves({ ...place, variantId: nothing }, elsewhere, 1)) {
      await refused(op, input, 404, "variant.unknown", { variantIds: [nothing] });
    }
    for (const [op, input] of moves(untracked, elsewhere, 1)) {
      await refused(op, input, 409, "stock.untracked", { variantIds: [untracked.variantId] });
    }
    for (const [op, input] of [
      ...moves({ ...place, locationId: nowhere }, elsewhere, 1),
      ...moves(place, nowhere, 1).slice(3),
    ]) {
      await refused(op, input, 404, "location.unknown", { locationIds: [nowhere] });
    }
  });

  it("refuses a closed location, at either end of a transfer too", async () => {
    const [place, closed] = [await aVariantInStock(5), await aVariantInStock(0)];
    await closes(closed.locationId);
    const { variantId } = place;
    const detail = { locationIds: [closed.locationId] };
    for (const [op, input] of [
      ...moves({ ...closed, variantId }, place.locationId, 1),
      ...moves(place, closed.locationId, 1).slice(3),
    ]) {
      await refused(op, input, 409, "location.closed", detail);
    }
  });

  it("says how many there are if more are requested", async () => {
    const [place, elsewhere] = [await aVariantInStock(5), await aStockroom()];
    await anAllocation(place.variantId, 3);
    const { variantId, locationId } = place;
    const [receive, adjust, count, move] = moves(place, elsewhere, 3);
    await refused(move[0], move[1], 409, "stock.short", { lines: [{ variantId, wanted: 3, available: 2 }] });
    await refused(adjust[0], { ...adjust[1], quantity: -3 }, 409, "stock.allocated", { available: 2 });
    for (const [op, input] of [receive, adjust, count]) {
      await refused(op, { ...input, expectedOnHand: 4 }, 409, "stock.counted", { expectedOnHand: 4, onHand: 5 });
    }
    await refused(move[0], { ...move[1], toLocationId: locationId }, 400, "request.invalid");
  });

  // Items that are no longer sold may still be in stock, and have to be cleared.
  it("accepts goods of an archived variant, which can no longer be ordered", async () => {
    const [place, elsewhere] = [await aVariantInStock(5), await aStockroom()];
    await db().update(variants).set({ archivedAt: new Date() }).where(eq(variants.id, place.variantId));
    const lines = [{ variantId: place.variantId, quantity: 1 }];
    await refused(order.create, { ...somebody, lines }, 409, "variant.notSold");
    for (const [op, input] of moves(place, elsewhere, 2)) {
      const { status } = await call(op, input as never);
      expect(status, op.name).toBeLessThan(300);
    }
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 0 });
  });
});
