import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { discardFiles } from "#core/file/discard-files";
import { labelKeysOf } from "./booking/keep-label.ts";

/** Whose labels: by the orders whose parcels they were for. */
interface Erased {
  readonly orderIds: readonly string[];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Takes from parcels the labels, which show where somebody lives. The files go too, also of labels that were cancelled, of
 * which the parcel knows nothing any more; where one is still being asked for, what came of it goes a day later.
 */
export async function eraseLabels(change: Change, { orderIds }: Erased): Promise<void> {
  const { tx, at } = change;
  const orders = sql`order_id = any(${sql.param([...orderIds])}::text[])`;
  await tx.execute(sql`update parcels set label_key = null, label_format = null where ${orders}`);
  const asked = await tx.execute<{ parcelId: string; isOpen: boolean }>(sql`
    select subject_id as "parcelId", bool_or(settled_at is null) as "isOpen" from calls
    where ${orders} and does in ('book', 'label') group by subject_id`);
  const keysOf = (isOpen: boolean) =>
    asked.filter((one) => one.isOpen === isOpen).flatMap(({ parcelId }) => labelKeysOf(parcelId));
  await discardFiles(change, keysOf(false), at);
  await discardFiles(change, keysOf(true), new Date(at.getTime() + dayMs));
}
