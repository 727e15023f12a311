import { sql } from "drizzle-orm";
import type { Actor } from "#core/actor";
import type { OutputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import { type Change, inChange } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { cancelLocked } from "./cancel.ts";
import { orders } from "./order.table.ts";

/** How many orders one change cancels: few, because it holds their rows and their stock until it commits. */
const batchSize = 20;
/** How many changes one run makes; the next run goes on. */
const batchesMax = 100;

/**
 * Cancels every pending order that has stayed unpaid past the store's window (SPEC §5). Safe to run twice at once:
 * an order that somebody else holds, another sweep or a payment, is passed over and looked at again next time.
 */
export async function sweepUnpaid(by: Actor): Promise<OutputOf<typeof order.sweepUnpaid>> {
  let cancelled = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const found = await inChange(by, cancelOverdue);
    cancelled += found;
    if (found < batchSize) return { cancelled, more: false };
  }
  return { cancelled, more: true };
}

/** The condition is read again under each row's lock, so an order paid a moment ago is not taken. */
async function cancelOverdue(change: Change): Promise<number> {
  const rows = await change.tx
    .select()
    .from(orders)
    .where(sql`${orders.status} = 'pending' and ${orders.unpaidSince} <
      ${databaseNow} - (select make_interval(mins => unpaid_window_minutes) from store)`)
    .orderBy(orders.unpaidSince)
    .limit(batchSize)
    .for("update", { skipLocked: true });
  if (rows.length > 0) await cancelLocked(change, rows, order.sweepUnpaid.name, "unpaid");
  return rows.length;
}
