import { auditPersonal } from "#core/audit/personal";
import { differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import { customerOf } from "#core/customer/customer-of";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrder } from "./lock.ts";
import { type OrderRow, orders } from "./order.table.ts";
import { shownAfter, shownOrder } from "./show.ts";

/**
 * Allowed at any time, even for a cancelled or delivered order: otherwise wrong details would stay for ever. With
 * another email address the order belongs to the customer who has that address, as if it had been placed with it.
 */
export async function editOrderDetails(change: Change, input: InputOf<typeof order.editDetails>): Promise<order.Order> {
  const { id } = input;
  const row = await lockedOrder(change, input);
  const before = { email: row.email, name: row.name, phone: row.phone, address: row.address };
  const after = {
    email: input.email ?? row.email,
    name: input.name ?? row.name,
    phone: input.phone === undefined ? row.phone : input.phone,
    address: input.address ?? row.address,
  };
  const difference = differenceOf(before, after);
  const changed = Object.keys(difference.after ?? {});
  if (changed.length === 0) return shownOrder(change, id);

  const edited = (columns: Partial<OrderRow>) => change.tx.update(orders).set(columns).where(eq(orders.id, id));
  const customerId = after.email === row.email ? row.customerId : await customerOf(change, after);
  // On its own: a change of the customer alone, as in a merge, does not raise the version.
  if (customerId !== row.customerId) await edited({ customerId });
  const shown = await shownAfter(change, id, edited({ ...after, updatedAt: change.at }));
  auditPersonal(change, order.editDetails.name, id, difference);
  emitOrderEvent(change, "order.edited", shown, { changed });
  return shown;
}
