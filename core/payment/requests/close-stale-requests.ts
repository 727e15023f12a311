import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { collectedFor, findLockedOrder } from "#core/order/lock";
import type { TimeLeft } from "#core/time-left";
import { closeStale } from "./close-requests.ts";

/** Orders per query. */
const batchMax = 100;

/**
 * Closes the pages of orders that no longer owe the page's amount (they were cancelled, edited, or paid otherwise), or
 * whose carrier is to collect it on delivery. Orders do not know about pages, so this runs every minute. A page that
 * cannot be closed does not delay others.
 * @param timeLeft once it is zero, no further order is started.
 */
export async function closeStaleRequests(timeLeft: TimeLeft, batch = batchMax): Promise<void> {
  for (let last = ""; ; ) {
    const found = await ordersWithStale(last, batch);
    for (const orderId of found) {
      if (timeLeft() <= 0) return;
      await closeStaleOf(orderId);
      last = orderId;
    }
    if (found.length < batch) return;
  }
}

async function ordersWithStale(after: string, most: number): Promise<Id<"order">[]> {
  const found = await db().execute<{ order_id: Id<"order"> }>(sql`
    select distinct q.order_id from payment_requests q join orders o on o.id = q.order_id
    where q.status = 'open' and q.order_id > ${after} and (q.amount_minor <>
      case when o.status = 'cancelled' then 0 else o.total_minor end - o.captured_minor + o.refunded_minor
      or ${collectedFor(sql`o.id`)})
    order by q.order_id limit ${sql.raw(String(most))}`);
  return found.map((row) => row.order_id);
}

async function closeStaleOf(orderId: Id<"order">): Promise<void> {
  try {
    await inChange(system("sweep-work"), async (change) => {
      const row = await findLockedOrder(change, orderId);
      if (row) await closeStale(change, row);
    });
  } catch (error) {
    log.error("pages of an order could not be closed", { orderId, error });
  }
}
