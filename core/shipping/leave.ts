import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { countUnits, type Units } from "#core/order/count-units";
import { touchOrder } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { updateStatus } from "#core/order/settle-status";
import { shipUnits } from "#core/stock/ship-units";
import { unshipUnits } from "#core/stock/unship-units";
import { type ParcelRow, parcels } from "./parcel.table.ts";

interface Leaving {
  readonly id: Id<"parcel">;
  readonly locationId: Id<"location">;
  readonly lines: Units;
}

/** The units of a parcel leave stock, and the order's status is updated. The parcel is already marked as shipped. */
export async function leaveStock(
  change: Change,
  row: OrderRow,
  { id, locationId, lines }: Leaving,
): Promise<OrderRow["status"]> {
  const units = lines.map((line) => ({ ...line, locationId }));
  // The status does not depend on stock, but on what has shipped, which is counted before it is read.
  const [, , status] = await pipelined(
    shipUnits(change, units, id),
    countUnits(change, "shipped", lines, 1),
    updateStatus(change, row),
  );
  return status;
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
  await countUnits(change, "shipped", lines, -1);
  return updateStatus(change, row);
}
