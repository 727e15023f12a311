import type { Id } from "#core/contract/kit/fields";
import { type Change, type Writes, writeTogether } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { afterCounting, countedUnits, type Units } from "#core/order/count-units";
import { touchOrder } from "#core/order/lock";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { updateStatus, withStatus } from "#core/order/settle-status";
import { statusOf } from "#core/order/states";
import { writesOf } from "#core/stock/plan";
import { planShipping } from "#core/stock/plan-shipping";
import { planUnshipping } from "#core/stock/plan-unshipping";
import { type ParcelRow, parcels } from "./parcel.table.ts";

interface Leaving {
  readonly id: Id<"parcel">;
  readonly locationId: Id<"location">;
  readonly lines: Units;
}

/**
 * Plans that a parcel leaves: its units leave stock, and the order gets another status. The caller writes this together
 * with the parcel. `before`: all lines of the order.
 */
export async function planLeaving(
  change: Change,
  row: OrderRow,
  before: readonly LineRow[],
  { id, locationId, lines }: Leaving,
): Promise<{ readonly status: OrderRow["status"]; readonly writes: Writes }> {
  const units = lines.map((line) => ({ ...line, locationId }));
  const plan = await planShipping(change, units, id);
  const after = afterCounting(before, "shipped", lines, 1);
  const status = statusOf(after, false); // this parcel has yet to arrive
  const shipped = countedUnits("shipped", lines, 1);
  return { status, writes: { ...writesOf(change, plan), shipped, moved_on: withStatus(change, row, after, status) } };
}

/** Removes a parcel; units that had left with it are back in stock, and still allocated to their lines. */
export async function removeParcel(
  change: Change,
  row: OrderRow,
  { id, locationId, shippedAt }: Pick<ParcelRow, "id" | "locationId" | "shippedAt">,
  lines: Units,
): Promise<OrderRow["status"]> {
  if (shippedAt === null) {
    await change.tx.delete(parcels).where(eq(parcels.id, id));
    await touchOrder(change, row.id);
    return row.status;
  }
  const units = lines.map((line) => ({ ...line, locationId }));
  await writeTogether(change.tx, writesOf(change, await planUnshipping(change, units, id)), {
    removed: change.tx.delete(parcels).where(eq(parcels.id, id)),
    counted: countedUnits("shipped", lines, -1),
  });
  return updateStatus(change, row);
}
