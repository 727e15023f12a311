import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as parcelApi from "#core/contract/parcel";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { labelTypes } from "./booking/keep-label.ts";

/**
 * A short-lived URL of the store's own copy. A browser shows a PDF or an image for printing, and saves other formats.
 */
export async function readLabel(
  _by: Actor,
  { id, parcelId }: InputOf<typeof parcelApi.label>,
): Promise<OutputOf<typeof parcelApi.label>> {
  const [row] = await db().execute<{
    number: string;
    parcel: string | null;
    key: `labels/${string}` | null;
    format: keyof typeof labelTypes;
  }>(sql`
    select number, p.id as parcel, p.label_key as key, p.label_format as format
    from orders left join parcels p on p.order_id = orders.id and p.id = ${parcelId} where orders.id = ${id}`);
  if (!row) throw new Refusal("order.unknown");
  if (row.parcel === null) throw new Refusal("parcel.unknown");
  if (row.key === null) throw new Refusal("parcel.noLabel");
  const { presignAttachment } = await import("#core/file/presign");
  const how = row.format === "zpl" ? "attachment" : "inline";
  const disposition = `${how}; filename="label-${row.number}.${row.format}"`;
  const url = await presignAttachment({ key: row.key, disposition, type: labelTypes[row.format] });
  return { url, format: row.format };
}
