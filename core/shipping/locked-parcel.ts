import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import type { Units } from "#core/order/count-units";
import { findLockedOrder, touchOrder } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { Refusal } from "#core/refusal";
import { type ParcelRow, parcels } from "./parcel.table.ts";

const parcelRows = rowsOf(parcels);

export interface LockedParcel {
  readonly row: OrderRow;
  readonly parcel: ParcelRow;
  readonly lines: Units;
}

/**
 * A parcel and its order, locked until the change ends, for news from a carrier; undefined if the parcel is removed.
 */
export async function findLockedParcel(change: Change, id: Id<"parcel">): Promise<LockedParcel | undefined> {
  const [known] = await change.tx.execute<{ order_id: Id<"order"> }>(sql`
    select order_id from parcels where id = ${id}`);
  const row = known && (await findLockedOrder(change, known.order_id));
  const [parcel] = row ? await parcelRows(change.tx, sql`where id = ${id}`) : [];
  return row && parcel && { row, parcel, lines: await linesIn(change, id) };
}

/** Shows a carrier's words at a locked parcel. If they are shown already, as after a repeated call, nothing changes. */
export async function showWords(change: Change, { row, parcel }: LockedParcel, says: string): Promise<void> {
  if (parcel.says === says) return;
  await change.tx.execute(sql`update parcels set says = ${says} where id = ${parcel.id}`);
  await touchOrder(change, row.id);
}

/** A parcel of an order whose row is locked. @throws Refusal `parcel.unknown`, also for another order's parcel. */
export async function parcelOf(change: Change, orderId: Id<"order">, id: Id<"parcel">): Promise<ParcelRow> {
  const [parcel] = await parcelRows(change.tx, sql`where id = ${id} and order_id = ${orderId}`);
  if (!parcel) throw new Refusal("parcel.unknown");
  return parcel;
}

export const linesIn = (change: Change, id: Id<"parcel">) =>
  change.tx.execute<{ lineId: Id<"line">; quantity: number }>(sql`
    select line_id as "lineId", quantity from parcel_lines where parcel_id = ${id} order by line_id`);
