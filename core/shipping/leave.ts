import type { Id } from "#core/contract/fields";
import type { Change, Writes } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { countedUnits, type Units } from "#core/order/count-units";
import { touchOrder } from "#core/order/lock";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { updateStatus, withStatus } from "#core/order/settle-status";
import { statusOf } from "#core/order/states";
import { writesOf } from "#core/stock/plan";
import { planShipping } from "#core/stock/plan-shipping";
import { unshipUnits } from "#core/stock/unship-units";
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
  const leaving = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const after = before.map((line) => ({
    ...line,
    shippedQuantity: line.shippedQuantity + (leaving.get(line.id) ?? 0),
  }));
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
  await unshipUnits(
    change,
    lines.map((line) => ({ ...line, locationId })),
    id,
  );
  await change.tx.delete(parcels).where(eq(parcels.id, id));
  await change.tx.execute(countedUnits("shipped", lines, -1));
  return updateStatus(change, row);
}
