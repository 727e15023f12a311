import { afterEach, describe, expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import { type Change, inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { adjustStock } from "#core/stock/adjust-stock";
import { countStock } from "#core/stock/count-stock";
import { createTransfer } from "#core/stock/create-transfer";
import type { LineUnits } from "#core/stock/line-units";
import type { OrderReference } from "#core/stock/plan-allocations";
import { receiveStock } from "#core/stock/receive-stock";
import { sweepBackorders } from "#core/stock/sweep-backorders";
import {
  allocateUnits,
  allocationsOf,
  anOrderReference,
  commitAllocations,
  editAllocations,
  releaseOrders,
  restockUnits,
  shipUnits,
  uncommitAllocations,
  unshipUnits,
  withdrawRestock,
} from "../support/given/allocations.ts";
import {
  aStocklessVariant,
  aStockroom,
  expectStockToAddUp,
  receives,
  servableBackorders,
  tester,
} from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";

afterEach(expectStockToAddUp);

interface Line {
  readonly lineId: Id<"line">;
  readonly variantId: Id<"variant">;
  wanted: number;
  shipped: LineUnits[];
  returned: LineUnits[];
}

/** The test's own record of an order's requests, like its table; one step at a time works on each order. */
interface Order {
  reference: OrderReference;
  readonly lines: Line[];
  turn: Promise<void>;
}

interface World {
  readonly variants: Id<"variant">[];
  readonly rooms: Id<"location">[];
  readonly orders: Order[];
}

const step = fc.record({
  verb: fc.constantFrom(
    ...["receive", "adjust", "count", "transfer", "order", "order", "order", "edit", "cancel"],
    ...["commit", "uncommit", "ship", "ship", "unship", "return", "withdraw"],
  ),
  pick: fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 }),
  quantity: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function aWorld(): Promise<World> {
  const variants = [
    await aStocklessVariant({ continueSelling: true }),
    await aStocklessVariant(),
    await aStocklessVariant({ continueSelling: true }),
  ];
  const rooms = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
  for (const variantId of variants) for (const locationId of rooms) await receives({ variantId, locationId }, 5);
  return { variants, rooms, orders: [] };
}

/** One step of a history. A refusal is a valid answer; nothing else may be thrown. */
async function take(world: World, { verb, pick, quantity }: Step): Promise<void> {
  const one = <T>(from: readonly T[], n: number): T => from[pick[n]! % from.length]!;
  const [variantId, locationId] = [one(world.variants, 0), one(world.rooms, 1)];
  const level = { id: variantId, locationId };
  const write = async (work: (change: Change) => Promise<unknown>) => {
    await inChange(tester, work);
  };
  const other = world.rooms.find((room) => room !== locationId)!;
  const levels: Record<string, () => Promise<void>> = {
    receive: () => write((change) => receiveStock(change, { ...level, quantity })),
    adjust: () =>
      write((change) => adjustStock(change, { ...level, quantity: pick[2]! % 2 ? quantity : -quantity, reason: "?" })),
    count: () => write((change) => countStock(change, { ...level, quantity: pick[2]! % 12 })),
    transfer: () =>
      write((change) =>
        createTransfer(change, {
          fromLocationId: locationId,
          toLocationId: other,
          lines: [...new Set([variantId, one(world.variants, 3)])].map((id) => ({ variantId: id, quantity })),
        }),
      ),
    order: async () => {
      const lines = [variantId, one(world.variants, 3)].map((id, n) => ({
        ...{ lineId: newId("line"), variantId: id, wanted: n === 0 ? quantity : 1, shipped: [], returned: [] },
      }));
      const reference = anOrderReference({ kind: pick[2]! % 2 ? "reserved" : "committed" });
      const wanted = lines.map(({ wanted: units, ...line }) => ({ ...line, quantity: units }));
      await write((change) => allocateUnits(change, reference, wanted));
      world.orders.push({ reference, lines, turn: Promise.resolve() });
    },
  };
  const change = levels[verb];
  if (change) return await change().catch(unlessRefused);
  if (world.orders.length === 0) return;
  const order = one(world.orders, 0);
  // The order's row lock, which stock does not take itself.
  order.turn = order.turn.then(() =>
    inOrder(order, verb, { pick, quantity, variantId, locationId }).catch(unlessRefused),
  );
  await order.turn;
}

async function inOrder(
  order: Order,
  verb: string,
  {
    pick,
    quantity,
    variantId,
    locationId,
  }: Pick<Step, "pick" | "quantity"> & { variantId: Id<"variant">; locationId: Id<"location"> },
): Promise<void> {
  const { reference, lines } = order;
  const line = lines[pick[1]! % lines.length]!;
  const held = (await allocationsOf(db(), [reference.orderId])).get(line.lineId)!;
  const outstanding = held.backordered + held.allocations.reduce((sum, one) => sum + one.quantity, 0);
  const write = (work: (change: Change) => Promise<unknown>) => inChange(tester, work);
  const nothingGone = lines.every(({ shipped, returned }) => shipped.length + returned.length === 0);
  if (verb === "edit" && nothingGone) {
    const less = Math.min(quantity, outstanding);
    const added = { lineId: newId("line"), variantId, wanted: quantity, shipped: [], returned: [] };
    const release = less > 0 ? [{ lineId: line.lineId, quantity: less }] : [];
    await write((change) => editAllocations(change, reference, { release, allocate: [{ ...added, quantity }] }));
    line.wanted -= less;
    lines.push(added);
  }
  if (verb === "cancel" && nothingGone) {
    await write((change) => releaseOrders(change, [reference.orderId]));
    for (const one of lines) one.wanted = 0;
  }
  if (verb === "commit" || (verb === "uncommit" && nothingGone)) {
    const turn = verb === "commit" ? commitAllocations : uncommitAllocations;
    await write((change) => turn(change, [reference.orderId]));
    order.reference = { ...reference, kind: verb === "commit" ? "committed" : "reserved" };
  }
  if (verb === "ship" && held.kind === "committed" && held.allocations.length > 0) {
    const from = held.allocations[pick[2]! % held.allocations.length]!;
    const units = { lineId: line.lineId, locationId: from.locationId, quantity: Math.min(from.quantity, quantity) };
    await write((change) => shipUnits(change, [units]));
    line.shipped.push(units);
  }
  const gone = line.shipped[0];
  if (verb === "unship" && gone) {
    await write((change) => unshipUnits(change, [gone]));
    line.shipped.shift();
  }
  if (verb === "return" && gone) {
    const units = { ...gone, locationId };
    await write((change) => restockUnits(change, [units], newId("return")));
    line.shipped.shift();
    line.returned.push(units);
  }
  const back = line.returned[0];
  if (verb === "withdraw" && back) {
    await write((change) => withdrawRestock(change, [back], newId("return")));
    line.returned.shift();
    line.shipped.push(back);
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** For each line, what is allocated, waiting, shipped and returned equals what was requested. */
async function expectAllocationsKept({ orders }: World): Promise<void> {
  const byLine = await allocationsOf(
    db(),
    orders.map(({ reference }) => reference.orderId),
  );
  for (const line of orders.flatMap(({ lines }) => lines)) {
    const { backordered, allocations } = byLine.get(line.lineId)!;
    const units = [...allocations, ...line.shipped, ...line.returned].reduce((sum, { quantity }) => sum + quantity, 0);
    expect(backordered + units).toBe(line.wanted);
  }
}

describe("any history of stock", () => {
  // Balances are the sum of the ledger, reserved and committed the sum of allocations, and no line waits while there is
  // stock.
  it("adds up after every step, one at a time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const world = await aWorld();
        for (const one of steps) {
          await take(world, one);
          expect(await servableBackorders()).toBe(0);
        }
        await expectAllocationsKept(world);
        await expectStockToAddUp();
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it("adds up if all its steps run at once, without deadlocks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 150, maxLength: 200 }), async (steps) => {
        const world = await aWorld();
        let next = 0;
        const clerk = async () => {
          for (let one = steps[next++]; one; one = steps[next++]) await take(world, one);
        };
        await Promise.all(Array.from({ length: 10 }, clerk));
        await expectAllocationsKept(world);
        await expectStockToAddUp();
        await sweepBackorders();
        expect(await servableBackorders()).toBe(0);
      }),
      { numRuns: 4, endOnFailure: true },
    );
    // Retries inside the change are allowed; the order of the locks is there to make them rare.
    const [row] = await db().execute<{ deadlocks: number }>(
      sql`select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`,
    );
    expect(row!.deadlocks).toBe(0);
  });
});
