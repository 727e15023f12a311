import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { countUnits, returnedNow, type Units } from "#core/order/count-units";
import { orders } from "#core/order/order.table";

/** Counts units of lines as returned (1) or as not returned after all (-1). The order's row is locked. */
export async function countReturned(
  change: Change,
  orderId: Id<"order">,
  units: Units,
  direction: 1 | -1,
): Promise<void> {
  await countUnits(change, "returned", units, direction);
  await change.tx
    .update(orders)
    .set({ returned: returnedNow(orderId), updatedAt: change.at })
    .where(eq(orders.id, orderId));
}
