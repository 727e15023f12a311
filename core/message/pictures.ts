import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { type StoredImage, shownImage } from "#core/product/stored-image";
import type { Pictures } from "./template/scope-of-order.ts";

/** The URL of the first image of each of these products or variants, at an address that mail programs can reach. */
export async function picturesOf(tx: Db, pictured: readonly string[]): Promise<Pictures> {
  const ids = [...new Set(pictured)];
  if (ids.length === 0) return new Map();
  const rows = await tx.execute<{ id: string; image: StoredImage | null }>(sql`
    select id, images->0 as image from products where id = any(${sql.param(ids)}::text[])
    union all
    select variants.id, images->0 from variants join products on products.id = product_id
    where variants.id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.flatMap(({ id, image }) => (image ? [[id, shownImage(image).thumbnailUrl]] : [])));
}
