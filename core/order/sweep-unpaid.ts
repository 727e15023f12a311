import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import type { OutputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change, inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { log } from "#core/log";
import { type TimeLeft, within } from "#core/time-left";
import { sweep } from "#core/work/sweep";
import { cancelLocked } from "./cancel.ts";
import { lockCustomersOf } from "./lock-customers-of.ts";
import { type OrderRow, orders } from "./order.table.ts";

/** How many orders one change cancels: few, because it holds their rows and their stock until it commits. */
const batchSize = 20;
/** A run that somebody asked for ends within what a request may take; the next one goes on. */
const runMs = 15_000;

/**
 * Cancels every pending order that has stayed unpaid past the store's window. Safe to run twice at once:
 * an order that somebody else holds, another sweep or a payment, is passed over and looked at again next time.
 * An order that cannot be cancelled is logged and left; it holds up no other.
 * @param commit opens each batch's change; one that publishes has the events on the bus before the next batch.
 * @param timeLeft once it is over nothing is begun.
 */
export async function sweepUnpaidOrders(
  by: Actor,
  commit: typeof inChange,
  timeLeft: TimeLeft = within(runMs),
): Promise<OutputOf<typeof order.sweepUnpaid>> {
  const { done, more } = await sweep<OrderRow>({
    commit: (work) => commit(by, work),
    ...{ timeLeft, batchSize },
    take: overdue,
    work: async (change, rows) => {
      await cancelLocked(change, rows, order.sweepUnpaid.name, "unpaid");
      await lockCustomersOf(change, rows);
    },
    left: (orderId, error) => log.error("an overdue order could not be cancelled", { orderId, error }),
  });
  return { cancelled: done, more };
}

/**
 * Locks the next ones. The condition is read again under each row's lock, so an order paid a moment ago is not taken.
 * `now()` stands still, so that the walk along the index ends where the window does; `clock_timestamp()` does not.
 */
const overdue = (change: Change, size: number, except: readonly Id<"order">[]): Promise<OrderRow[]> =>
  orderRows(
    change.tx,
    sql`where status = 'pending'
      and unpaid_since < now() - (select make_interval(mins => unpaid_window_minutes) from store)
      and id <> all(${sql.param(except)})
    order by unpaid_since limit ${sql.raw(String(size))} for update skip locked`,
  );

const orderRows = rowsOf(orders);
