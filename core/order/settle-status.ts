import { eq, sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { returnedNow } from "./count-units.ts";
import { linesOf } from "./lock.ts";
import { type OrderRow, orders } from "./order.table.ts";
import { statusOf } from "./states.ts";

/** Writes how far a confirmed order is, by what its lines and parcels say now. The caller holds its row. */
export async function settleStatus(change: Change, row: OrderRow): Promise<OrderRow["status"]> {
  const status = await statusByParcels(change, row.id, await linesOf(change, row.id));
  await change.tx
    .update(orders)
    .set({ status, returned: returnedNow(row.id), updatedAt: change.at })
    .where(eq(orders.id, row.id));
  return status;
}

/** How far a confirmed order with such lines is, by its parcels. */
export async function statusByParcels(
  change: Change,
  orderId: Id<"order">,
  lines: Parameters<typeof statusOf>[0],
): Promise<OrderRow["status"]> {
  const [parcels] = await change.tx.execute<{ all_delivered: boolean | null }>(sql`
    select bool_and(status = 'delivered') as all_delivered from parcels where order_id = ${orderId} and shipped_at is not null`);
  return statusOf(lines, parcels?.all_delivered ?? false);
}
