import { auditPersonal } from "#core/audit/personal";
import { differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrder } from "./lock.ts";
import { orders } from "./order.table.ts";
import { shownAfter, shownOrder } from "./show.ts";

/** Allowed at any time, even for a cancelled or delivered order: otherwise wrong details would stay for ever. */
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

  const shown = await shownAfter(
    change,
    id,
    change.tx
      .update(orders)
      .set({ ...after, updatedAt: change.at })
      .where(eq(orders.id, id)),
  );
  auditPersonal(change, order.editDetails.name, id, difference);
  emitOrderEvent(change, "order.edited", shown, { changed });
  return shown;
}
