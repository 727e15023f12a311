import { sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { inChange } from "#core/db/change";
import { connect, db, type Tx } from "#core/db/client";
import { countStock } from "#core/stock/count-stock";
import { allocate, carryOut, planOn } from "#core/stock/plan";
import { releaseUnits } from "#core/stock/release-units";
import { lockDemands, lockShelves } from "#core/stock/shelves";
import { shipUnits } from "#core/stock/ship-units";
import { sweepWaiting } from "#core/stock/sweep-waiting";
import {
  aPromise,
  aVariantInStock,
  balanceAt,
  expectStockToAddUp,
  promiseOf,
  receives,
  tester,
  waitingInVain,
} from "../support/stock.ts";

const other = connect(process.env["DATABASE_URL"]!, 1);
afterAll(async () => {
  await other.$client.end();
  await expectStockToAddUp();
});

/** Work in a transaction of another connection, which stays open until `end` is called. */
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

/** Until PostgreSQL itself says that somebody waits for that transaction. */
async function untilBlockedBy(pid: number): Promise<void> {
  for (;;) {
    const [row] = await db().execute<{ blocked: number }>(
      sql`select count(*)::integer as blocked from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`,
    );
    if (row!.blocked > 0) return;
  }
}

/** The second stands behind the first, so that PostgreSQL does not name the holder as what blocks it. */
async function untilTwoAreBlocked(): Promise<void> {
  for (;;) {
    const [row] = await db().execute<{ blocked: number }>(sql`
      select count(*)::integer as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (row!.blocked === 2) return;
  }
}

describe("a balance's lock", () => {
  let release: (() => Promise<unknown>) | undefined;
  afterEach(() => release?.());

  // A lock that is asked for but never taken passes every test that runs one thing at a time (pitfall 7).
  it.each([
    ["promising", 1, (variantId) => aPromise(variantId, 1)],
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
  ][])("makes %s wait for whoever has it, and see what they did (pitfall 7)", async (_, reserved, work) => {
    const { variantId, locationId } = await aVariantInStock(1);
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from balances where variant_id = ${variantId} for update`),
    );
    release = holder.end;
    let done = false;
    const working = work(variantId, locationId).then(() => {
      done = true;
    });
    await untilBlockedBy(holder.pid);
    expect(done).toBe(false);
    await holder.end();
    await working;
    expect(await balanceAt({ variantId, locationId })).toMatchObject({ reserved });
  });

  // Without the lock both would read that there is one, and the loser would meet the database's check as a fault.
  it("makes two that want the last unit take turns: the second sees that it is gone", async () => {
    const place = await aVariantInStock(1);
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from balances where variant_id = ${place.variantId} for update`),
    );
    release = holder.end;
    const both = Promise.allSettled([aPromise(place.variantId, 1), aPromise(place.variantId, 1)]);
    await untilTwoAreBlocked();
    await holder.end();
    const refused = (await both).flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(["stock.short"]);
    expect(await balanceAt(place)).toMatchObject({ onHand: 1, reserved: 1 });
  });
});

describe("serving who waits", () => {
  // The oldest order is open in somebody's hands. Waiting for it with balances locked would be half a deadlock.
  it("passes over a line that is being worked on, never waits for it, and the sweep serves it", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const oldest = await aPromise(place.variantId, 2, { placedAt: new Date("2026-01-01") });
    const next = await aPromise(place.variantId, 1, { placedAt: new Date("2026-01-02") });
    const holder = await meanwhile((tx) =>
      tx.execute(sql`select from demands where order_id = ${oldest.orderId} for update`),
    );
    const { served } = await receives(place, 3);
    expect(served.map(({ orderId }) => orderId)).toEqual([next.orderId]);
    await holder.end();
    expect(await waitingInVain()).toBe(1);

    const swept = await Promise.all([sweepWaiting(), sweepWaiting()]);
    expect(swept.toSorted()).toEqual([0, 1]);
    expect(await promiseOf(oldest)).toMatchObject({ waiting: 0, allocations: [{ quantity: 2 }] });
    expect(await waitingInVain()).toBe(0);
  });

  it("happens when an order gives its units up", async () => {
    const place = await aVariantInStock(2, { continueSelling: true });
    const has = await aPromise(place.variantId, 2, { kind: "committed" });
    const waits = await aPromise(place.variantId, 2);
    await inChange(tester, (change) => releaseUnits(change, [{ lineId: has.lineId, quantity: 1 }]));
    expect(await promiseOf(waits)).toMatchObject({ waiting: 1, allocations: [{ quantity: 1 }] });
    expect(await balanceAt(place)).toEqual({ onHand: 2, reserved: 1, committed: 1 });
  });
});

describe("counting below what is promised", () => {
  it("waits for an order that is at work instead of taking its units from under it", async () => {
    const place = await aVariantInStock(2);
    const promise = await aPromise(place.variantId, 2, { kind: "committed" });
    const shipped = Promise.withResolvers<void>();
    const hold = Promise.withResolvers<number>();
    const shipping = inChange(tester, async (change) => {
      const [row] = await change.tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await lockDemands(change, promise.orderId);
      hold.resolve(row!.pid);
      await shipped.promise;
      await shipUnits(change, [{ lineId: promise.lineId, ...place, quantity: 2 }]);
    });
    const pid = await hold.promise;
    const counting = inChange(tester, (change) =>
      countStock(change, { id: place.variantId, locationId: place.locationId, quantity: 0 }),
    );
    await untilBlockedBy(pid);
    shipped.resolve();
    await shipping;
    expect(await counting).toMatchObject({ displaced: [], balance: { onHand: 0, committed: 0 } });
  });

  // The guess made before the locks saw no promise; one was made meanwhile, and is in somebody's hands already.
  it("begins again rather than wait for a promise with balances in hand", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    await receives(place, 1);
    const promise = await aPromise(place.variantId, 2);
    await inChange(tester, (change) => releaseUnits(change, [{ lineId: promise.lineId, quantity: "all" }]));
    const worker = await meanwhile((tx) =>
      tx.execute(sql`select from demands where order_id = ${promise.orderId} for no key update`),
    );
    const go = Promise.withResolvers<void>();
    const has = Promise.withResolvers<number>();
    const promising = inChange(tester, async (change) => {
      const [row] = await change.tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const plan = planOn(await lockShelves(change, [place.variantId]));
      has.resolve(row!.pid);
      await go.promise;
      allocate(plan, { ...promise, ...place, orderNumber: promise.number, waiting: 0 }, plan.shelves[0]!, 1);
      await carryOut(change, plan);
    });
    const pid = await has.promise;
    let attempts = 0;
    const counting = inChange(tester, (change) => {
      attempts++;
      return countStock(change, { id: place.variantId, locationId: place.locationId, quantity: 0 });
    });
    await untilBlockedBy(pid);
    go.resolve();
    await promising;
    await untilBlockedBy(worker.pid);
    expect(attempts).toBe(2);
    await worker.end();
    expect(await counting).toMatchObject({ displaced: [{ orderId: promise.orderId, quantity: 1 }] });
  });
});
