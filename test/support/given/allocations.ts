/** Allocations of stock without an order behind them: what tests of stock alone ask for. */
import { sql } from "drizzle-orm";
import { afterAll } from "vitest";
import type { Id } from "#core/contract/fields";
import type { AllocationKind } from "#core/contract/stock";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import { allocateUnits } from "#core/stock/allocate-units";
import type { OrderReference } from "#core/stock/edit-allocations";
import { editAllocations } from "#core/stock/edit-allocations";
import { releaseOrders } from "#core/stock/release-orders";
import { allocationsOf } from "../allocations-of.ts";
import { tester } from "./stock.ts";

interface AllocationGiven {
  readonly kind?: AllocationKind;
  readonly placedAt?: Date;
}

let orders = 0;

// The doctor looks at what the file leaves, and would find allocations of no order: they are given back.
afterAll(async () => {
  const left = await db().execute<{ order_id: Id<"order"> }>(sql`
    select distinct order_id from stock_requests r where not exists (select from orders where id = order_id)
      and (backordered > 0 or exists (select from allocations a where a.line_id = r.line_id))`);
  await inChange(tester, (change) =>
    releaseOrders(
      change,
      left.map((row) => row.order_id),
    ),
  );
});

/** Somebody who asks for stock as an order does, before there is an order. */
export const anOrderReference = ({
  kind = "reserved",
  placedAt = new Date(),
}: AllocationGiven = {}): OrderReference => ({
  orderId: newId("order"),
  number: `T-${++orders}`,
  placedAt,
  kind,
});

/** Units of a variant allocated to a line of a new order. */
export async function anAllocation(variantId: Id<"variant">, quantity: number, given: AllocationGiven = {}) {
  const [order, line] = [anOrderReference(given), { lineId: newId("line"), variantId, quantity }];
  await inChange(tester, (change) => allocateUnits(change, order, [line]));
  return { ...order, lineId: line.lineId };
}

/** What a line holds, by location, and waits for. */
export async function allocationOf({ orderId, lineId }: { orderId: Id<"order">; lineId: Id<"line"> }) {
  const allocation = (await allocationsOf(db(), [orderId])).get(lineId);
  return { allocations: allocation?.allocations ?? [], backordered: allocation?.backordered ?? 0 };
}

/** The line gives up so many of its units. */
export const releases = ({ lineId, ...order }: Awaited<ReturnType<typeof anAllocation>>, quantity: number) =>
  inChange(tester, (change) => editAllocations(change, order, { release: [{ lineId, quantity }], allocate: [] }));
