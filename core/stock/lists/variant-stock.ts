import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { statuses } from "#core/contract/product";
import type { VariantStock } from "#core/contract/stock";
import { type SQL, sql } from "#core/db/drizzle";
import { pageFrom, rowsFor, textOfCursor } from "#core/db/page";
import { isWithin, patternFor, searching, skuLike } from "#core/db/search";

type ProductStatus = (typeof statuses)[number];

export interface LevelFilters {
  readonly variantId?: Id<"variant"> | undefined;
  readonly variantIds?: readonly Id<"variant">[] | undefined;
  readonly productId?: Id<"product"> | undefined;
  readonly vendorId?: Id<"vendor"> | undefined;
  readonly q?: string | undefined;
  /** Counts this location only, and only the variants that have ever been there. */
  readonly locationId?: Id<"location"> | undefined;
  readonly state?: "in" | "out" | "low" | "backordered" | undefined;
  /** In place of each variant's own. */
  readonly threshold?: number | undefined;
  /** Only products with these statuses. */
  readonly productStatus?: readonly ProductStatus[] | undefined;
  /** By SKU if absent. A SKU may be renamed between two pages; `oldest` has each variant once even then. */
  readonly sort?: "oldest" | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Stock of variants, in one statement: first the page is found through the filters' indexes, then only its rows'
 * figures are computed. A vendor login sees its own.
 */
export async function listLevels(by: Actor, asked: LevelFilters) {
  const { variantId, productId, locationId, state, q, limit, cursor } = asked;
  const byId = asked.sort === "oldest";
  const key = byId ? sql`v.id` : sql`v.sku`;
  const after = textOfCursor(cursor, byId ? "variant" : "stock");
  const here = locationId === undefined ? sql`true` : sql`b.location_id = ${locationId}`;
  const held = sql`select from stock_levels b where b.variant_id = v.id and ${here}`;
  const conditions: (SQL | false | undefined)[] = [
    by.vendorId !== null && sql`p.vendor_id = ${by.vendorId}`,
    variantId === undefined
      ? sql`(v.archived_at is null or ${isBackordered} or ${state !== "low"} and exists (${held} and b.on_hand > 0))`
      : sql`v.id = ${variantId}`,
    asked.variantIds !== undefined && sql`v.id = any(${sql.param(asked.variantIds)})`,
    productId !== undefined && sql`v.product_id = ${productId}`,
    asked.vendorId !== undefined && sql`p.vendor_id = ${asked.vendorId}`,
    asked.productStatus !== undefined && sql`p.status = any(${sql.param(asked.productStatus)})`,
    after !== undefined && sql`${key} > ${after}`,
    q !== undefined && matching(q),
    locationId !== undefined && sql`exists (${held})`,
    state === "in" && sql`exists (${held} and ${available} > 0)`,
    // An untracked variant is never out or low: nothing is counted.
    state === "out" && sql`v.track_stock and not exists (${held} and ${available} > 0)`,
    state === "low" && isLow(here, asked.threshold),
    state === "backordered" && sql`v.id in (select variant_id from stock_requests where backordered > 0)`,
  ];
  const rows = await searching(q, (tx) =>
    tx.execute<{ level: VariantStock }>(sql`
    with page as materialized (
      select v.*, p.title from variants v join products p on p.id = v.product_id
      where ${sql.join(
        conditions.filter((condition) => !!condition),
        sql` and `,
      )}
      order by ${key} limit ${rowsFor(limit)}
    )
    select json_build_object(
      'variantId', v.id, 'productId', v.product_id, 'sku', v.sku, 'title', v.title, 'options', v.options,
      'trackStock', v.track_stock, 'continueSelling', v.continue_selling,
      'onHand', held.on_hand, 'reserved', held.reserved, 'committed', held.committed, 'available', held.available,
      'backordered', wanted.backordered, 'lowStockThreshold', ${asked.threshold ?? thresholdOf}::integer,
      'locations', held.locations) as level
    from page v
      cross join lateral (
        select coalesce(sum(b.on_hand), 0) as on_hand, coalesce(sum(b.reserved), 0) as reserved,
          coalesce(sum(b.committed), 0) as committed, coalesce(sum(${available}), 0) as available,
          coalesce(json_agg(json_build_object('locationId', l.id, 'code', l.code, 'name', l.name, 'active', l.active,
            'bin', b.bin, 'onHand', b.on_hand, 'reserved', b.reserved, 'committed', b.committed,
            'available', ${available}) order by l.priority, l.id), '[]') as locations
        from stock_levels b join locations l on l.id = b.location_id where b.variant_id = v.id and ${here}
      ) held
      cross join lateral (
        select coalesce(sum(r.backordered), 0) as backordered from stock_requests r where r.variant_id = v.id and r.backordered > 0
      ) wanted
    order by ${key}`),
  );
  return pageFrom(
    rows,
    limit,
    ({ level }) => (byId ? ["variant", level.variantId] : ["stock", level.sku]),
    ({ level }) => level,
  );
}

/** Backorders for an archived variant are still served. Its other stock is meant to run out, so it is never low. */
const isBackordered = sql`exists (select from stock_requests r where r.variant_id = v.id and r.backordered > 0)`;
const available = sql`(b.on_hand - b.reserved - b.committed)`;
const thresholdOf = sql`coalesce(v.low_stock_threshold, (select low_stock_threshold from store))`;

/** Asked of one variant after the other until the page is full: it depends on all allocations, so no index has it. */
const isLow = (here: SQL, threshold: number | undefined) => sql`v.track_stock and (
  select coalesce(sum(${available}), 0) from stock_levels b where b.variant_id = v.id and ${here}
) <= ${threshold ?? thresholdOf}`;

/** Barcodes are scanned, so matched as a whole; the others are typed, so a part is enough. */
const matching = (q: string) => {
  const typed = [
    ...skuLike(sql`sku`, q, patternFor).map((match) => sql`union select id from variants where ${match}`),
    sql`union select variants.id from variants join products on products.id = variants.product_id
      where ${isWithin(q, sql`products.title`)}`,
  ];
  return sql`v.id in (select id from variants where barcode = ${q} ${sql.join(typed, sql` `)})`;
};
