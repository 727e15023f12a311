import { type Action, audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { returnDiscountUse } from "#core/discount/use-discount";
import { writesOf } from "#core/stock/plan";
import { planRelease } from "#core/stock/plan-release";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrder, refuseParcels, underWayOf } from "./lock.ts";
import { type OrderRow, orders } from "./order.table.ts";
import { shownAllAfter } from "./show.ts";
import { refuseMove } from "./states.ts";

export async function cancelOrder(change: Change, input: InputOf<typeof order.cancel>): Promise<order.Order> {
  const [row, underWay] = await pipelined(lockedOrder(change, input), underWayOf(change, input.id));
  refuseMove("cancel", row);
  refuseParcels(underWay.parcelIds);
  const [shown] = await cancelLocked(change, [row], order.cancel.name, input.reason ?? null);
  if (!shown) throw new Error(`order ${row.id} disappeared while it was locked`);
  return shown;
}

/**
 * Cancels orders whose rows are locked. Shared with the unpaid sweep, which cancels many in one change: their
 * stock is released together, so that its locks are taken in one order however many orders there are.
 */
export async function cancelLocked(
  change: Change,
  rows: readonly OrderRow[],
  action: Action,
  reason: string | null,
): Promise<order.Order[]> {
  const ids = rows.map(({ id }) => id);
  const discountIds = rows.flatMap(({ discountId }) => discountId ?? []).toSorted();
  for (const discountId of discountIds) await returnDiscountUse(change, discountId);
  const plan = await planRelease(change, ids);
  const cancelled = change.tx
    .update(orders)
    .set({ status: "cancelled", cancelledAt: change.at, cancelReason: reason, updatedAt: change.at })
    .where(sql`${orders.id} = any(${sql.param(ids)})`);
  const shown = await shownAllAfter(change, ids, writesOf(change, plan), { cancelled });
  for (const { id, status } of rows) {
    audit(change, action, id, { before: { status }, after: { status: "cancelled", reason } });
  }
  for (const one of shown) emitOrderEvent(change, "order.cancelled", one, { reason });
  return shown;
}
