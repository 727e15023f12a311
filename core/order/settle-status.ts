import { eq, sql } from "drizzle-orm";
import type { Change } from "#core/db/change";
import { linesOf } from "./lock.ts";
import { type OrderRow, orders } from "./order.table.ts";
import { statusOf } from "./states.ts";

/** Writes how far a confirmed order is, by what its lines and parcels say now. The caller holds its row. */
export async function settleStatus(change: Change, row: OrderRow): Promise<OrderRow["status"]> {
  const lines = await linesOf(change, row.id);
  const [parcels] = await change.tx.execute<{ all_delivered: boolean | null }>(sql`
    select bool_and(status = 'delivered') as all_delivered from parcels where order_id = ${row.id}`);
  const status = statusOf(lines, parcels?.all_delivered ?? false);
  await change.tx.update(orders).set({ status, updatedAt: change.at }).where(eq(orders.id, row.id));
  return status;
}
