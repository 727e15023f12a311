import { editOf } from "#core/audit/edit-of";
import { auditPersonal } from "#core/audit/personal";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { customerOf } from "#core/customer/customer-of";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrder } from "./lock.ts";
import { orders } from "./order.table.ts";
import { shownAfter, shownOrder } from "./show.ts";

/**
 * Allowed at any time, even for a cancelled or delivered order: otherwise wrong details would stay for ever. With
 * another email address the order belongs to the customer who has that address, as if it had been placed with it.
 */
export async function editOrderDetails(change: Change, input: InputOf<typeof order.editDetails>): Promise<order.Order> {
  const { id, expectedVersion: _, ...said } = input;
  const row = await lockedOrder(change, input);
  const { after, difference } = editOf(row, said);
  if (!difference) return shownOrder(change, id);

  const { tx, at: updatedAt } = change;
  const its = eq(orders.id, id);
  const customerId = after.email === row.email ? row.customerId : await customerOf(change, after);
  // On its own: a change of the customer alone, as in a merge, does not raise the version.
  if (customerId !== row.customerId) await tx.update(orders).set({ customerId }).where(its);
  const edited = tx
    .update(orders)
    .set({ ...said, updatedAt })
    .where(its);
  const shown = await shownAfter(change, id, { edited });
  auditPersonal(change, order.editDetails.name, id, difference);
  emitOrderEvent(change, "order.edited", shown, { changed: Object.keys(difference.after ?? {}) });
  return shown;
}
