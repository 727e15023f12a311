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
 * Removes parcels' labels and customs documents, because they show an address. The files are removed as well, including
 * those of cancelled labels, which the parcel no longer refers to; the file of a label that is still being requested is
 * removed a day later.
 */
export async function eraseLabels(change: Change, { orderIds }: Erased): Promise<void> {
  const { tx, at } = change;
  const orders = sql`order_id = any(${sql.param([...orderIds])}::text[])`;
  await tx.execute(
    sql`update parcels set label_key = null, label_format = null, customs_documents = null where ${orders}`,
  );
  const labels = await tx.execute<{ parcelId: string; isOpen: boolean }>(sql`
    select subject_id as "parcelId", bool_or(settled_at is null) as "isOpen" from calls
    where ${orders} and does in ('book', 'label', 'customsDocuments') group by subject_id`);
  const keysOf = (isOpen: boolean) =>
    labels.filter((one) => one.isOpen === isOpen).flatMap(({ parcelId }) => labelKeysOf(parcelId));
  await discardFiles(change, keysOf(false), at);
  await discardFiles(change, keysOf(true), new Date(at.getTime() + dayMs));
}
