import { and, eq } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { lockedOrder } from "#core/order/lock";
import { type OrderRow, parcels } from "#core/order/order.table";
import { Refusal } from "#core/refusal";

type ParcelRow = typeof parcels.$inferSelect;

interface Asked {
  readonly id: Id<"order">;
  readonly parcelId: Id<"parcel">;
  readonly expectedVersion?: number | undefined;
}

/** A parcel under the lock of its order. @throws Refusal `order.unknown`, or `parcel.unknown`, also for another order's. */
export async function lockedParcel(change: Change, asked: Asked): Promise<{ row: OrderRow; held: ParcelRow }> {
  const row = await lockedOrder(change, asked);
  const [held] = await change.tx
    .select()
    .from(parcels)
    .where(and(eq(parcels.id, asked.parcelId), eq(parcels.orderId, row.id)));
  if (!held) throw new Refusal("parcel.unknown");
  return { row, held };
}
