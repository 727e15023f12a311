import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { countedUnits, type Units } from "#core/order/count-units";
import { linesOf } from "#core/order/lock";
import { orders } from "#core/order/order.table";
import { returnedOf } from "#core/order/states";

/** Counts units of lines as returned (1) or as not returned after all (-1). The order's row is locked. */
export async function countReturned(
  change: Change,
  orderId: Id<"order">,
  units: Units,
  direction: 1 | -1,
): Promise<void> {
  await change.tx.execute(countedUnits("returned", units, direction));
  const returned = returnedOf(await linesOf(change, orderId));
  await change.tx.update(orders).set({ returned, updatedAt: change.at }).where(eq(orders.id, orderId));
}
