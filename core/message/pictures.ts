import { sql } from "drizzle-orm";
import type { Db } from "#core/db/client";
import { type StoredImage, shownImage } from "#core/product/stored-image";
import type { Pictures } from "./template/scope-of-order.ts";

/** The first picture of each of these products, at an address that a mail program can fetch. */
export async function picturesOf(tx: Db, productIds: readonly string[]): Promise<Pictures> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return new Map();
  const rows = await tx.execute<{ id: string; image: StoredImage | null }>(sql`
    select id, images->0 as image from products where id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.flatMap(({ id, image }) => (image ? [[id, shownImage(image).thumbnailUrl]] : [])));
}
