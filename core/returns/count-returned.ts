import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { countUnits, type Units } from "#core/order/count-units";
import { touchOrder } from "#core/order/lock";

/** Counts units of lines as returned (1) or as not returned after all (-1). The caller holds the order's row. */
export async function countReturned(
  change: Change,
  orderId: Id<"order">,
  units: Units,
  direction: 1 | -1,
): Promise<void> {
  await countUnits(change, "returned", units, direction);
  await touchOrder(change, orderId);
}
