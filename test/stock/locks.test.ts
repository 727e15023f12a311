import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";
import { inChange } from "#core/db/change";
import { connect, db, type Tx } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { countStock } from "#core/stock/count-stock";
import { allocate, applyPlan, newPlan } from "#core/stock/plan";
import { lockStockLevels, lockStockRequests } from "#core/stock/stock-levels";
import { sweepBackorders } from "#core/stock/sweep-backorders";
import { within } from "#core/time-left";
import { call, ownersKey } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import {
  allocateUnits,
  allocationOf,
  anAllocation,
  anOrderReference,
  commitAllocations,
  editAllocations,
  releaseOrders,
  releases,
  shipUnits,
} from "../support/given/allocations.ts";
import {
  aStockroom,
  aVariantInStock,
  closes,
  expectStockToAddUp,
  receives,
  servableBackorders,
  stockLevelAt,
  tester,
} from "../support/given/stock.ts";

const other = connect(process.env["DATABASE_URL"]!, 1);
afterAll(async () => {
  await other.$client.end();
  await expectStockToAddUp();
});

/** Work in a transaction on another connection, which stays open until `end` is called. */
async function meanwhile(work: (tx: Tx) => Promise<unknown>) {
  const begun = Promise.withResolvers<number>();
  const ending = Promise.withResolvers<void>();
  const done = other.transaction(async (tx) => {
    const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await work(tx);
    begun.resolve(row!.pid);
    await ending.promise;
  });
  done.catch(begun.reject);
  return {
    pid: await begun.promise,
    end: () => {
      ending.resolve();
      return done;
    },
  };
}

describe("a balance's lock", () => {
  let release: (() => Promise<unknown>) | undefined;
  afterEach(() => release?.());

  // A missing lock passes every test that runs one thing at a time.
  it.each([
    ["allocating", 1, (variantId) => anAllocation(variantId, 1)],
    ["receiving", 0, (variantId, locationId) => receives({ variantId, locationId }, 1)],
    [
      "counting",
      0,
      (id, locationId) => inChange(tester, (change) => countStock(change, { id, locationId, quantity: 3 })),
    ],
  ] as [
    string,
    number,
    (
      v: Awaited<ReturnType<typeof aVariantInStock>>["variantId"],
      l: Awaited<ReturnType<typeof aVariantInStock>>["locationId"],
    ) => Promise<unknown>,
  ][])("makes %s wait for its holder, and see the holder's changes", async (_, reserved, work) => {
    const { variantId, locationId } = await aVariantInStock(1);
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from stock_levels where variant_id = ${variantId} for update`),
    );
    release = holder.end;
    let done = false;
    const working = work(variantId, locationId).then(() => {
      done = true;
    });
    await untilSomebodyWaits({ behind: holder.pid });
    expect(done).toBe(false);
    await holder.end();
    await working;
    expect(await stockLevelAt({ variantId, locationId })).toMatchObject({ reserved });
  });

  // Without the lock both would read that there is one, and the loser would fail on the database's check.
  it("makes two that want the last unit take turns: the second sees that it is gone", async () => {
    const place = await aVariantInStock(1);
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from stock_levels where variant_id = ${place.variantId} for update`),
    );
    release = holder.end;
    const both = Promise.allSettled([anAllocation(place.variantId, 1), anAllocation(place.variantId, 1)]);
    await untilSomebodyWaits({ count: 2 });
    await holder.end();
    const refused = (await both).flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(["stock.short"]);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 1, reserved: 1 });
  });
});

describe("serving waiting orders", () => {
  // The oldest order is locked. Waiting for it while stock levels are locked would be half a deadlock.
  it("skips a line that is being worked on, never waits for it, and the sweep serves it", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const oldest = await anAllocation(place.variantId, 2, { placedAt: new Date("2026-01-01") });
    const next = await anAllocation(place.variantId, 1, { placedAt: new Date("2026-01-02") });
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from stock_requests where order_id = ${oldest.orderId} for update`),
    );
    const { served } = await receives(place, 3);
    expect(served.map(({ orderId }) => orderId)).toEqual([next.orderId]);
    await holder.end();
    expect(await servableBackorders()).toBe(1);

    const swept = await Promise.all([sweepBackorders(), sweepBackorders()]);
    expect(swept.toSorted()).toEqual([0, 1]);
    expect(await allocationOf(oldest)).toMatchObject({ backordered: 0, allocations: [{ quantity: 2 }] });
    expect(await servableBackorders()).toBe(0);
  });

  /** A line that waits although there are two units for it: its order was locked when they arrived. */
  async function passedOver() {
    const place = await aVariantInStock(0, { continueSelling: true });
    const older = await anAllocation(place.variantId, 2, { placedAt: new Date("2026-01-01") });
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from stock_requests where order_id = ${older.orderId} for update`),
    );
    expect(await receives(place, 2)).toMatchObject({ served: [] });
    await holder.end();
    return { place, older };
  }

  // The units are available until the next sweep. An order placed in that minute would get what others wait for.
  it("comes before a newer order, even if the older one was skipped", async () => {
    const { place, older } = await passedOver();
    const newer = await anAllocation(place.variantId, 2);
    expect(await allocationOf(older)).toMatchObject({ backordered: 0, allocations: [{ quantity: 2 }] });
    expect(await allocationOf(newer)).toEqual({ backordered: 2, allocations: [] });
  });

  it("comes before what another order adds to its lines", async () => {
    const { place, older } = await passedOver();
    const elsewhere = await aVariantInStock(1);
    const other = await anAllocation(elsewhere.variantId, 1);
    const added = { lineId: newId("line"), variantId: place.variantId, quantity: 2 };
    await inChange(tester, (change) => editAllocations(change, other, { release: [], allocate: [added] }));
    expect(await allocationOf(older)).toMatchObject({ backordered: 0, allocations: [{ quantity: 2 }] });
    expect(await allocationOf({ ...other, lineId: added.lineId })).toEqual({ backordered: 2, allocations: [] });
  });

  it("does so for the order that is being edited, which may then swap what it got", async () => {
    const { place, older } = await passedOver();
    const added = { lineId: newId("line"), variantId: place.variantId, quantity: 2 };
    const release = [{ lineId: older.lineId, quantity: 2 }];
    await inChange(tester, (change) => editAllocations(change, older, { release, allocate: [added] }));
    expect(await allocationOf(older)).toEqual({ backordered: 0, allocations: [] });
    expect(await allocationOf({ ...older, lineId: added.lineId })).toMatchObject({
      ...{ backordered: 0, allocations: [{ quantity: 2 }] },
    });
  });

  // A pre-order: there is no balance to lock yet, so the order and the first goods cannot see each other.
  it("comes before a newer order if the first goods of a variant crossed an order, and the sweep does it too", async () => {
    for (const next of ["order", "sweep"]) {
      const place = await aVariantInStock(0, { continueSelling: true });
      const [older, line] = [anOrderReference(), { lineId: newId("line"), variantId: place.variantId, quantity: 2 }];
      await inChange(tester, async (change) => {
        await allocateUnits(change, older, [line]);
        expect(await receives(place, 2)).toMatchObject({ served: [] });
      });
      expect(await servableBackorders()).toBe(1);
      if (next === "sweep") expect(await sweepBackorders()).toBe(1);
      else await anAllocation(place.variantId, 1);
      expect(await allocationOf({ ...older, ...line })).toMatchObject({
        backordered: 0,
        allocations: [{ quantity: 2 }],
      });
      expect(await servableBackorders()).toBe(0);
    }
  });

  // One bad row, and no order in the store would be served any more.
  it("continues in a sweep if one variant fails, and serves that one once it can", async () => {
    const stuck = await passedOver();
    const others = [await passedOver(), await passedOver()];
    const check = sql.raw(`check (variant_id <> '${stuck.place.variantId}' or reserved = 0)`);
    await db().execute(sql`alter table stock_levels add constraint stuck ${check}`);
    expect(await sweepBackorders(within(0))).toBe(0); // its time is up
    expect(await sweepBackorders()).toBe(2);
    for (const { older } of others) expect(await allocationOf(older)).toMatchObject({ backordered: 0 });
    expect(await allocationOf(stuck.older)).toMatchObject({ backordered: 2 });
    await db().execute(sql`alter table stock_levels drop constraint stuck`);
    expect(await sweepBackorders()).toBe(1);
  });

  // Every minute the sweep locked the stock of all that is waited for, although it could serve none of it.
  it("is begun by a sweep only for what can be served", async () => {
    const waiting = { continueSelling: true };
    const [empty, closed] = [await aVariantInStock(1, waiting), await aVariantInStock(2, waiting)];
    await closes(closed.locationId);
    for (const { variantId } of [empty, closed]) await anAllocation(variantId, 2);
    const served = await aVariantInStock(3);
    await anAllocation(served.variantId, 1);
    const looked: string[] = [];
    expect(await sweepBackorders(() => looked.push("at a variant"))).toBe(0);
    expect(looked).toEqual([]);
  });

  it("happens when the order that was skipped is paid", async () => {
    const { older } = await passedOver();
    await inChange(tester, (change) => commitAllocations(change, [older.orderId]));
    expect(await allocationOf(older)).toMatchObject({ backordered: 0, allocations: [{ quantity: 2 }] });
  });

  it("happens when an order releases its units", async () => {
    const place = await aVariantInStock(2, { continueSelling: true });
    const has = await anAllocation(place.variantId, 2, { kind: "committed" });
    const waits = await anAllocation(place.variantId, 2);
    await releases(has, 1);
    expect(await allocationOf(waits)).toMatchObject({ backordered: 1, allocations: [{ quantity: 1 }] });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 1, committed: 1 });
  });
});

describe("a variant that is being removed", () => {
  const changes = [
    ["stock.receive", stock.receive, {}],
    ["stock.adjust", stock.adjust, { reason: "Found" }],
    ["stock.count", stock.count, {}],
  ] as const;

  // If it was deleted between a read and its first balance, the request ended in a fault.
  it.each(changes)("is unknown to %s, which waits for the removal", async (_, op, extra) => {
    const { variantId, locationId } = await aVariantInStock(0);
    await ownersKey();
    const remover = await meanwhile((tx) => tx.execute(sql`delete from variants where id = ${variantId}`));
    const answer = call(op, { id: variantId, locationId, quantity: 1, ...extra } as Asked<typeof op>);
    await untilSomebodyWaits({ behind: remover.pid });
    await remover.end();
    expect(await answer).toMatchObject({ status: 404, body: { error: { code: "variant.unknown" } } });
  });

  it("is unknown to a transfer too", async () => {
    const { variantId, locationId } = await aVariantInStock(0);
    const toLocationId = await aStockroom();
    await ownersKey();
    const remover = await meanwhile((tx) => tx.execute(sql`delete from variants where id = ${variantId}`));
    const answer = call(transfer.create, {
      fromLocationId: locationId,
      toLocationId,
      lines: [{ variantId, quantity: 1 }],
    });
    await untilSomebodyWaits({ behind: remover.pid });
    await remover.end();
    expect(await answer).toMatchObject({ status: 404, body: { error: { code: "variant.unknown" } } });
  });
});

describe("counting below what is allocated", () => {
  it("waits for an order in progress instead of taking its units", async () => {
    const place = await aVariantInStock(2);
    const allocation = await anAllocation(place.variantId, 2, { kind: "committed" });
    const shipped = Promise.withResolvers<void>();
    const hold = Promise.withResolvers<number>();
    const shipping = inChange(tester, async (change) => {
      const [row] = await change.tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await lockStockRequests(change, [allocation.orderId]);
      hold.resolve(row!.pid);
      await shipped.promise;
      await shipUnits(change, [{ lineId: allocation.lineId, ...place, quantity: 2 }]);
    });
    const pid = await hold.promise;
    const counting = inChange(tester, (change) =>
      countStock(change, { id: place.variantId, locationId: place.locationId, quantity: 0 }),
    );
    await untilSomebodyWaits({ behind: pid });
    shipped.resolve();
    await shipping;
    expect(await counting).toMatchObject({ displaced: [], level: { onHand: 0, committed: 0 } });
  });

  // The read before the locks saw no allocation; one was made meanwhile, and its order is already locked.
  it("starts over instead of waiting for an allocation while stock levels are locked", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    await receives(place, 1);
    const allocation = await anAllocation(place.variantId, 2);
    await inChange(tester, (change) => releaseOrders(change, [allocation.orderId]));
    const worker = await meanwhile((tx) =>
      tx.execute(sql`select from stock_requests where order_id = ${allocation.orderId} for no key update`),
    );
    const go = Promise.withResolvers<void>();
    const has = Promise.withResolvers<number>();
    const allocating = inChange(tester, async (change) => {
      const [row] = await change.tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const plan = newPlan(await lockStockLevels(change, [place.variantId]));
      has.resolve(row!.pid);
      await go.promise;
      allocate(plan, { ...allocation, ...place, orderNumber: allocation.number, backordered: 0 }, plan.levels[0]!, 1);
      await applyPlan(change, plan);
    });
    const pid = await has.promise;
    let attempts = 0;
    const counting = inChange(tester, (change) => {
      attempts++;
      return countStock(change, { id: place.variantId, locationId: place.locationId, quantity: 0 });
    });
    await untilSomebodyWaits({ behind: pid });
    go.resolve();
    await allocating;
    await untilSomebodyWaits({ behind: worker.pid });
    expect(attempts).toBe(2);
    await worker.end();
    expect(await counting).toMatchObject({ displaced: [{ orderId: allocation.orderId, quantity: 1 }] });
  });
});
