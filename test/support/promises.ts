/** Promises of stock without an order behind them: what tests of stock alone ask for. */
import { sql } from "drizzle-orm";
import { afterAll } from "vitest";
import type { Id } from "#core/contract/fields";
import type { Promised } from "#core/contract/stock";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import type { Asking } from "#core/stock/edit-promises";
import { promiseUnits } from "#core/stock/promise-units";
import { releaseUnits } from "#core/stock/release-units";
import { promisesOf } from "./promises-of.ts";
import { tester } from "./stock.ts";

interface PromiseGiven {
  readonly kind?: Promised;
  readonly placedAt?: Date;
}

let orders = 0;

// The doctor looks at what the file leaves, and would find promises of no order: they are given back.
afterAll(async () => {
  const lines = await db().execute<{ line_id: Id<"line"> }>(sql`
    select line_id from demands where not exists (select from orders where id = order_id)
      and (waiting > 0 or exists (select from allocations where allocations.line_id = demands.line_id))`);
  const release = lines.map((row) => ({ lineId: row.line_id, quantity: "all" as const }));
  await inChange(tester, (change) => releaseUnits(change, release));
});

/** Somebody who asks for stock as an order does, before there is an order. */
export const anAsking = ({ kind = "reserved", placedAt = new Date() }: PromiseGiven = {}): Asking => ({
  orderId: newId("order"),
  number: `T-${++orders}`,
  placedAt,
  kind,
});

/** Units of a variant promised to a line of a new order. */
export async function aPromise(variantId: Id<"variant">, quantity: number, given: PromiseGiven = {}) {
  const [order, line] = [anAsking(given), { lineId: newId("line"), variantId, quantity }];
  await inChange(tester, (change) => promiseUnits(change, order, [line]));
  return { ...order, lineId: line.lineId };
}

/** What a line holds, by location, and waits for. */
export async function promiseOf({ orderId, lineId }: { orderId: Id<"order">; lineId: Id<"line"> }) {
  const promise = (await promisesOf(db(), [orderId])).get(lineId);
  return { allocations: promise?.allocations ?? [], waiting: promise?.waiting ?? 0 };
}
