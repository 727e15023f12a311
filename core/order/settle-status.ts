import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { linesOf } from "./lock.ts";
import { type LineRow, type OrderRow, orders } from "./order.table.ts";
import { returnedOf, statusOf } from "./states.ts";

/** Writes a confirmed order's status, from its lines and parcels as they are now. The caller holds its row. */
export async function updateStatus(change: Change, row: OrderRow): Promise<OrderRow["status"]> {
  const [lines, delivered] = await pipelined(linesOf(change, row.id), allDelivered(change, row.id));
  const status = statusOf(lines, delivered);
  await withStatus(change, row, lines, status);
  return status;
}

/** Writes a confirmed order's status, and how much of it has come back, by its lines as they are afterwards. */
export const withStatus = (change: Change, row: OrderRow, lines: readonly LineRow[], status: OrderRow["status"]) =>
  change.tx
    .update(orders)
    .set({ status, returned: returnedOf(lines), updatedAt: change.at })
    .where(eq(orders.id, row.id));

/** The status of a confirmed order with these lines, from its parcels. */
export async function statusFromParcels(
  change: Change,
  orderId: Id<"order">,
  lines: Parameters<typeof statusOf>[0],
): Promise<OrderRow["status"]> {
  return statusOf(lines, await allDelivered(change, orderId));
}

/** Whether something has shipped, and everything shipped has arrived. */
async function allDelivered(change: Change, orderId: Id<"order">): Promise<boolean> {
  const [parcels] = await change.tx.execute<{ all_delivered: boolean | null }>(sql`
    select bool_and(status = 'delivered') as all_delivered from parcels where order_id = ${orderId} and shipped_at is not null`);
  return parcels?.all_delivered ?? false;
}
