import type { Change, Writes } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { afterCounting, countedUnits, type Units } from "#core/order/count-units";
import { type LineRow, type OrderRow, orders } from "#core/order/order.table";
import { returnedOf } from "#core/order/states";

/**
 * Counts units of lines as returned (1) or as not returned after all (-1). The order's row is locked; `before`: all its
 * lines.
 */
export const countReturned = (
  change: Change,
  { id }: OrderRow,
  before: readonly LineRow[],
  units: Units,
  direction: 1 | -1,
): Writes => ({
  counted: countedUnits("returned", units, direction),
  returned: change.tx
    .update(orders)
    .set({ returned: returnedOf(afterCounting(before, "returned", units, direction)), updatedAt: change.at })
    .where(eq(orders.id, id)),
});
