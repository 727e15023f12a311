import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { OutputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change, inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { log } from "#core/log";
import { type TimeLeft, within } from "#core/time-left";
import { sweep } from "#core/work/sweep";
import { cancelLocked } from "./cancel.ts";
import { waitsForGateway } from "./lock.ts";
import { lockCustomersOf } from "./lock-customers-of.ts";
import { type OrderRow, orders } from "./order.table.ts";

/** How many orders one change cancels: few, because it holds their rows and their stock until it commits. */
const batchSize = 20;
/** A requested run ends within a request's time; the next one continues. */
const runMs = 15_000;

/**
 * Cancels every pending order that has stayed unpaid past the store's window, unless a gateway is still processing or
 * capturing a payment for it. Safe to run twice at once: an order locked by another sweep or a payment is skipped and
 * looked at again next time. An order that cannot be cancelled is logged and left; it holds up no other.
 * @param commit runs each batch's change; one that publishes puts its events on the bus before the next batch.
 * @param timeLeft once it is up, nothing is begun.
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
 * Locks the next ones. The condition is checked again under each row's lock, so an order paid a moment ago is not
 * taken. `now()` is constant, so that the index scan ends where the window does; `clock_timestamp()` is not.
 */
const overdue = (change: Change, size: number, except: readonly Id<"order">[]): Promise<OrderRow[]> =>
  orderRows(
    change.tx,
    sql`where status = 'pending'
      and unpaid_since < now() - (select make_interval(mins => unpaid_window_minutes) from store)
      and not ${waitsForGateway(sql`orders.id`)}
      and id <> all(${sql.param(except)})
    order by unpaid_since limit ${sql.raw(String(size))} for update skip locked`,
  );

const orderRows = rowsOf(orders);
