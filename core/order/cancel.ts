import { sql } from "drizzle-orm";
import { type Action, audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import { returnDiscountUse } from "#core/discount/use-discount";
import { releaseOrders } from "#core/stock/release-orders";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrder, refuseParcelsUnderWay } from "./lock.ts";
import { type OrderRow, orders } from "./order.table.ts";
import { shownOrders } from "./show.ts";
import { refuseMove } from "./states.ts";

export async function cancelOrder(change: Change, input: InputOf<typeof order.cancel>): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  refuseMove("cancel", row);
  await refuseParcelsUnderWay(change, row.id);
  const [shown] = await cancelLocked(change, [row], order.cancel.name, input.reason ?? null);
  if (!shown) throw new Error(`order ${row.id} has gone from under its own lock`);
  return shown;
}

/**
 * Cancels orders whose rows are locked. Shared with the unpaid sweep, which cancels many in one change: their
 * stock is freed in one go, so that its locks are taken in one order however many there are.
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
  await releaseOrders(change, ids);
  await pipelined(
    change.tx
      .update(orders)
      .set({ status: "cancelled", cancelledAt: change.at, cancelReason: reason, updatedAt: change.at })
      .where(sql`${orders.id} = any(${sql.param(ids)})`),
    ...rows.map(({ id, status }) =>
      audit(change, action, id, { before: { status }, after: { status: "cancelled", reason } }),
    ),
  );
  const shown = await shownOrders(change.tx, sql`orders.id = any(${sql.param(ids)})`);
  for (const one of shown) await emitOrderEvent(change, "order.cancelled", one, { reason });
  return shown;
}
