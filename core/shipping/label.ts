import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as parcelApi from "#core/contract/parcel";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { customsDocumentsOf, labelKeyOf, labelTypes } from "./booking/keep-label.ts";

/**
 * A short-lived URL of the store's own copy. A browser shows a PDF or an image for printing, and saves other formats.
 */
export async function readLabel(
  _by: Actor,
  { id, parcelId, document }: InputOf<typeof parcelApi.label>,
): Promise<OutputOf<typeof parcelApi.label>> {
  const [row] = await db().execute<{
    number: string;
    parcel: string | null;
    labelKey: `labels/${string}` | null;
    label: keyof typeof labelTypes | null;
    customsDocuments: keyof typeof labelTypes | null;
  }>(sql`
    select number, p.id as parcel, p.label_key as "labelKey", p.label_format as label, p.customs_documents as "customsDocuments"
    from orders left join parcels p on p.order_id = orders.id and p.id = ${parcelId} where orders.id = ${id}`);
  if (!row) throw new Refusal("order.unknown");
  if (row.parcel === null) throw new Refusal("parcel.unknown");
  const format = row[document];
  const key = document === "label" ? row.labelKey : format && labelKeyOf(customsDocumentsOf(parcelId), format);
  if (format === null || key === null)
    throw new Refusal(document === "label" ? "parcel.noLabel" : "parcel.noCustomsDocuments");
  const { dispositionOf, presignAttachment } = await import("#core/file/presign");
  const name = document === "label" ? "label" : "customs-documents";
  const how = format === "zpl" ? "attachment" : "inline";
  const disposition = dispositionOf(how, `${name}-${row.number}.${format}`);
  const url = await presignAttachment({ key, disposition, type: labelTypes[format] });
  return { url, format };
}
