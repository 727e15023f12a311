import { afterAll, describe, expect, it } from "vitest";
import { auditEntries } from "#core/audit/audit.table";
import type { Id } from "#core/contract/kit/fields";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import type { Place } from "#core/stock/ledger";
import { lockStockRequests } from "#core/stock/stock-levels";
import { call } from "../support/call.ts";
import { allocationOf, anAllocation } from "../support/given/allocations.ts";
import {
  aStockroom,
  aVariantInStock,
  closes,
  expectStockToAddUp,
  receives,
  stockLevelAt,
  tester,
} from "../support/given/stock.ts";

afterAll(expectStockToAddUp);

const moves = ({ variantId, locationId }: Place, toLocationId: Id<"location">, quantity: number) =>
  call(transfer.create, { fromLocationId: locationId, toLocationId, lines: [{ variantId, quantity }], reason: "Fair" });

describe("transfer.create", () => {
  it("moves units, with one entry at each end that refers to the other", async () => {
    const [place, to] = [await aVariantInStock(5), await aStockroom()];
    const answer = await moves(place, to, 2);
    const { variantId, locationId } = place;
    expect(answer).toMatchObject({
      status: 201,
      body: { fromLocationId: locationId, toLocationId: to, lines: [{ variantId, quantity: 2 }], reason: "Fair" },
    });
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 3 });
    expect(await stockLevelAt({ variantId, locationId: to })).toMatchObject({ onHand: 2 });
    const { items } = (await call(stock.movements, { variantId, kind: ["transfer"] })).body;
    expect(items).toMatchObject([
      { locationId: to, counterpartId: locationId, change: { onHand: 2 }, source: answer.body.id, reason: "Fair" },
      { locationId, counterpartId: to, change: { onHand: -2 }, source: answer.body.id },
    ]);
    const audited = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, answer.body.id));
    expect(audited).toMatchObject([{ action: "transfer.create", changeId: items[0]!.changeId }]);
    expect((await call(transfer.read, { id: answer.body.id })).body).toEqual(answer.body);
  });

  it("refuses allocated units, counts lines of one variant together, and moves nothing", async () => {
    const [place, to] = [await aVariantInStock(5), await aStockroom()];
    await anAllocation(place.variantId, 2, { kind: "committed" });
    const { variantId } = place;
    const lines = [
      { variantId, quantity: 2 },
      { variantId, quantity: 2 },
    ];
    const answer = await call(transfer.create, { fromLocationId: place.locationId, toLocationId: to, lines });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: "stock.short", detail: { lines: [{ variantId, wanted: 4, available: 3 }] } } },
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
    expect((await call(transfer.list, { locationId: to })).body.items).toEqual([]);
  });

  it.each([0, -1, 1.5, "12,5", 2 ** 31, Number.NaN])("refuses the quantity %j", async (quantity) => {
    const [place, to] = [await aVariantInStock(5), await aStockroom()];
    expect(await moves(place, to, quantity as number)).toMatchObject({ status: 400 });
  });

  it("refuses a location to itself, a closed one, an unknown one, and an untracked variant", async () => {
    const [place, to] = [await aVariantInStock(5), await aStockroom()];
    expect(await moves(place, place.locationId, 1)).toMatchObject({ status: 400 });
    expect(await moves(place, "loc_00000000000000000000000000", 1)).toMatchObject({ status: 404 });
    const untracked = await aVariantInStock(0, { trackStock: false });
    expect(await moves(untracked, to, 1)).toMatchObject({ status: 409, body: { error: { code: "stock.untracked" } } });
    await closes(to);
    expect(await moves(place, to, 1)).toMatchObject({ status: 409, body: { error: { code: "location.closed" } } });
  });

  // Two clerks send goods to each other's location in the same second.
  it("causes no deadlock between transfers that cross, and moves each unit once", async () => {
    const [here, thereId] = [await aVariantInStock(10), await aStockroom()];
    const there = { ...here, locationId: thereId };
    await receives(there, 10);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? moves(here, there.locationId, 1) : moves(there, here.locationId, 1),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect([await stockLevelAt(here), await stockLevelAt(there)]).toMatchObject([{ onHand: 10 }, { onHand: 10 }]);
  });

  it("serves waiting orders when units arrive where orders can be shipped from", async () => {
    const [place, to] = [await aVariantInStock(0, { continueSelling: true }), await aStockroom()];
    const allocation = await anAllocation(place.variantId, 2);
    // The order is locked when the goods are received, so it is skipped.
    await inChange(tester, async (change) => {
      await lockStockRequests(change, [allocation.orderId]);
      await receives(place, 2);
    });
    expect(await allocationOf(allocation)).toEqual({ backordered: 2, allocations: [] });
    expect(await moves(place, to, 2)).toMatchObject({ status: 201 });
    expect(await allocationOf(allocation)).toEqual({ backordered: 0, allocations: [{ locationId: to, quantity: 2 }] });
  });
});

describe("transfer.list", () => {
  it("lists newest first, by either end, page by page", async () => {
    const [place, to] = [await aVariantInStock(9), await aStockroom()];
    const made = [];
    for (const quantity of [1, 2, 3]) made.unshift((await moves(place, to, quantity)).body.id);
    for (const locationId of [place.locationId, to]) {
      const first = await call(transfer.list, { locationId, limit: 2 });
      const rest = await call(transfer.list, { locationId, cursor: first.body.nextCursor! });
      expect([...first.body.items, ...rest.body.items].map(({ id }) => id)).toEqual(made);
    }
    expect((await call(transfer.list, { limit: 1 })).body.items).toMatchObject([{ id: made[0] }]);
  });

  it("answers 404 for an unknown transfer", async () => {
    expect(await call(transfer.read, { id: "trf_00000000000000000000000000" })).toMatchObject({ status: 404 });
  });
});
