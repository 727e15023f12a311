import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq, type SQL, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsOf } from "#core/db/rows-of";
import { Refusal } from "#core/refusal";
import { type LineRow, type OrderRow, orderLines, orders } from "./order.table.ts";

const orderRows = rowsOf(orders);
const lineRows = rowsOf(orderLines);

interface OrderLookup {
  readonly id: Id<"order">;
  readonly expectedVersion?: number | undefined;
}

/**
 * The order's row, locked until the change ends: the first lock of every write to an order or any part of it.
 * @throws Refusal `order.unknown`, or `version.stale` if If-Match names another version than the row's.
 */
export async function lockedOrder(change: Change, { id, expectedVersion }: OrderLookup): Promise<OrderRow> {
  const [row] = await orderRows(change.tx, sql`where id = ${id} for update`);
  if (!row) throw new Refusal("order.unknown");
  if (expectedVersion !== undefined && expectedVersion !== row.version) {
    throw new Refusal("version.stale", { version: row.version });
  }
  return row;
}

/** The same for an id from outside, or one that a query finds: undefined if there is no such order. */
export async function findLockedOrder(change: Change, id: Id<"order"> | SQL): Promise<OrderRow | undefined> {
  const [row] = await orderRows(change.tx, sql`where id = ${id} for update`);
  return row;
}

/** Locks those of these orders that are not locked, in the order of their ids. It does not wait. */
export const lockFreeOrders = (change: Change, ids: readonly Id<"order">[]): Promise<OrderRow[]> =>
  orderRows(change.tx, sql`where id = any(${sql.param(ids)}) order by id for update skip locked`);

/** The current lines of an order whose row is locked. */
export const linesOf = (change: Change, orderId: Id<"order">): Promise<LineRow[]> =>
  lineRows(change.tx, sql`where order_id = ${orderId} order by position`);

/**
 * Both for one round trip. They are sent in this order over the change's one connection, so the lines are read once the
 * row is locked, as its previous holder left them.
 */
export async function lockedOrderAndLines(
  change: Change,
  lookup: OrderLookup,
): Promise<readonly [OrderRow, LineRow[]]> {
  return pipelined(lockedOrder(change, lookup), linesOf(change, lookup.id));
}

/**
 * Parcels for which a call to a carrier is pending, and whether a gateway has yet to say what became of a refund. The
 * caller holds the order's row.
 */
export async function underWayOf(change: Change, id: Id<"order">) {
  const [found] = await change.tx.execute<{ parcelIds: Id<"parcel">[]; isRefunded: boolean }>(sql`
    select
      array(select id from parcels where order_id = ${id} and status in ('booking', 'voiding') order by id)
        as "parcelIds",
      exists (select from refunds where order_id = ${id} and status in ('pending', 'unknown')) as "isRefunded"`);
  return found ?? { parcelIds: [], isRefunded: false };
}

/** For changes that would take units from such parcels. @throws Refusal `parcel.underWay` with their ids. */
export function refuseParcels(parcelIds: readonly Id<"parcel">[]): void {
  if (parcelIds.length > 0) throw new Refusal("parcel.underWay", { parcelIds });
}

/** Whether a carrier is to collect money for an order: for a parcel that has neither arrived nor come back. */
export const collectedFor = (orderId: SQL | string): SQL => sql`exists (
  select from parcels where parcels.order_id = ${orderId} and collect_minor > 0 and delivered_at is null
    and (shipped_at is not null or parcels.status = 'booking')
    and coalesce(track_status not in ('returning', 'returned', 'voided'), true))`;

/**
 * Whether a gateway is still processing a payment for an order, or was at the given time. Such an order is not cancelled
 * as unpaid, and gets no other payment page. A bank debit can take two weeks; after that, the report of its outcome
 * counts as lost.
 */
export const hasPendingPayment = (orderId: SQL | string, at = sql`now()`): SQL => sql`exists (
  select from payment_requests page
  where page.order_id = ${orderId} and page.pending_since > ${at} - interval '14 days')`;

/**
 * Whether an order may be about to be paid, or was at the given time, so that it is not cancelled as unpaid: also while
 * what its customer has approved is being captured, or may have been, which is given up after a day. A capture that was
 * only asked for in case it was approved counts once the gateway may have made it.
 */
export const waitsForGateway = (orderId: SQL | string, at = sql`now()`): SQL => sql`(
  ${hasPendingPayment(orderId, at)} or exists (
    select from calls where calls.order_id = ${orderId} and calls.does = 'capture'
      and (calls.settled_at is null or calls.settled_at > ${at}) and calls.created_at > ${at} - interval '1 day'
      and (calls.attempts > calls.harmless or coalesce((calls.asked ->> 'isReported')::boolean, true))))`;

export async function isPaymentPending(change: Change, { id }: OrderRow): Promise<boolean> {
  const [found] = await change.tx.execute<{ is: boolean }>(sql`select ${hasPendingPayment(id)} as is`);
  return found?.is ?? false;
}

/** Whether a carrier is to collect money for an order whose row is locked. */
export async function isCollected(change: Change, { id, paymentMethod }: OrderRow): Promise<boolean> {
  if (paymentMethod !== "cod") return false;
  const [found] = await change.tx.execute<{ is: boolean }>(sql`select ${collectedFor(id)} as is`);
  return found?.is ?? false;
}

/** Marks the order as changed: its version and `updatedAt` go up. The caller holds its row. */
export const touchOrder = (change: Change, id: Id<"order">) =>
  change.tx.update(orders).set({ updatedAt: change.at }).where(eq(orders.id, id));
