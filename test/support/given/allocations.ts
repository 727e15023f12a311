/** Allocations of stock without an order, for tests of stock alone, and what lines have allocated. */

import { afterAll } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import type { AllocationKind } from "#core/contract/stock";
import { type Change, inChange } from "#core/db/change";
import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { LineUnits } from "#core/stock/line-units";
import { applyPlan } from "#core/stock/plan";
import { type OrderReference, planAllocations, type Released, type Wanted } from "#core/stock/plan-allocations";
import { planCommit } from "#core/stock/plan-commit";
import { planRelease } from "#core/stock/plan-release";
import { planRestock } from "#core/stock/plan-restock";
import { planShipping } from "#core/stock/plan-shipping";
import { planUncommit } from "#core/stock/plan-uncommit";
import { planUnshipping } from "#core/stock/plan-unshipping";
import { planWithdrawal } from "#core/stock/plan-withdrawal";
import { tester } from "./stock.ts";

interface AllocationGiven {
  readonly kind?: AllocationKind;
  readonly placedAt?: Date;
}

let orders = 0;

interface Edit {
  readonly release: readonly Released[];
  readonly allocate: readonly Wanted[];
}

/** An edit of an order's lines, in the form in which orders report it. */
export async function editAllocations(change: Change, order: OrderReference, edit: Edit): Promise<void> {
  const before = await change.tx.execute<Pick<Wanted, "lineId" | "variantId">>(sql`
    select line_id as "lineId", variant_id as "variantId" from stock_requests where order_id = ${order.orderId}`);
  await applyPlan(change, await planAllocations(change, order, { before, ...edit }));
}

export const allocateUnits = (change: Change, order: OrderReference, allocate: readonly Wanted[]): Promise<void> =>
  editAllocations(change, order, { release: [], allocate });

export const releaseOrders = async (change: Change, ids: readonly Id<"order">[]): Promise<void> =>
  applyPlan(change, await planRelease(change, ids));

export const commitAllocations = async (change: Change, ids: readonly Id<"order">[]): Promise<void> =>
  applyPlan(change, await planCommit(change, ids));

export const shipUnits = async (change: Change, lines: readonly LineUnits[], parcelId?: string): Promise<void> =>
  applyPlan(change, await planShipping(change, lines, parcelId));

export const unshipUnits = async (change: Change, lines: readonly LineUnits[], parcelId?: string): Promise<void> =>
  applyPlan(change, await planUnshipping(change, lines, parcelId));

export const restockUnits = async (change: Change, lines: readonly LineUnits[], returnId: string): Promise<void> =>
  applyPlan(change, await planRestock(change, lines, returnId));

export const withdrawRestock = async (change: Change, lines: readonly LineUnits[], returnId: string): Promise<void> =>
  applyPlan(change, await planWithdrawal(change, lines, returnId));

export const uncommitAllocations = async (change: Change, ids: readonly Id<"order">[]): Promise<void> =>
  applyPlan(change, await planUncommit(change, ids));

// The doctor checks what the file leaves and would find allocations without an order, so they are released.
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

/** Asks for stock as an order does, before there is an order. */
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

/** The stock that an order line has allocated, read from its tables. */
export interface LineAllocation {
  readonly lineId: Id<"line">;
  readonly orderId: Id<"order">;
  readonly kind: AllocationKind;
  readonly backordered: number;
  readonly allocations: readonly { readonly locationId: Id<"location">; readonly quantity: number }[];
}

/** What these orders' lines have allocated by location, and what they wait for, keyed by line id. */
export async function allocationsOf(
  tx: Db,
  orderIds: readonly Id<"order">[],
): Promise<ReadonlyMap<Id<"line">, LineAllocation>> {
  const rows = await tx.execute<{ allocation: LineAllocation }>(sql`
    select json_build_object('lineId', r.line_id, 'orderId', r.order_id, 'kind', r.kind, 'backordered', r.backordered,
      'allocations', (
        select coalesce(json_agg(json_build_object('locationId', a.location_id, 'quantity', a.quantity)
          order by l.priority, l.id), '[]')
        from allocations a join locations l on l.id = a.location_id
        where a.line_id = r.line_id)) as allocation
    from stock_requests r where r.order_id = any(${sql.param(orderIds)}) order by r.line_id`);
  return new Map(rows.map(({ allocation }) => [allocation.lineId, allocation]));
}

/** What a line has allocated by location, and what it waits for. */
export async function allocationOf({ orderId, lineId }: { orderId: Id<"order">; lineId: Id<"line"> }) {
  const allocation = (await allocationsOf(db(), [orderId])).get(lineId);
  return { allocations: allocation?.allocations ?? [], backordered: allocation?.backordered ?? 0 };
}

/** The line releases this many of its units. */
export const releases = ({ lineId, ...order }: Awaited<ReturnType<typeof anAllocation>>, quantity: number) =>
  inChange(tester, (change) => editAllocations(change, order, { release: [{ lineId, quantity }], allocate: [] }));
