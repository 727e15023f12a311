import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import type { StockLevel } from "#core/contract/stock";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { patternFor } from "#core/db/search";

export interface LevelsAsked {
  readonly variantId?: Id<"variant"> | undefined;
  readonly q?: string | undefined;
  /** Counts this location only, and only the variants that have ever been there. */
  readonly locationId?: Id<"location"> | undefined;
  readonly state?: "in" | "out" | "low" | "waiting" | undefined;
  /** Instead of each variant's own. */
  readonly threshold?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Stock of variants by SKU, in one statement: what a vendor login sees is its own. */
export async function levelsOf(by: Actor, asked: LevelsAsked) {
  const { variantId, locationId, state, q, limit, cursor } = asked;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([z.string()]))[0];
  const here = locationId === undefined ? sql`true` : sql`b.location_id = ${locationId}`;
  const threshold = asked.threshold ?? sql`coalesce(v.low_stock_threshold, store.low_stock_threshold)`;
  const conditions: (SQL | false | undefined)[] = [
    by.vendorId !== null && sql`p.vendor_id = ${by.vendorId}`,
    variantId === undefined ? sql`(v.archived_at is null or held.on_hand > 0)` : sql`v.id = ${variantId}`,
    after !== undefined && sql`v.sku > ${after}`,
    q !== undefined && matching(q),
    locationId !== undefined && sql`held.locations is not null`,
    state && states(sql`${threshold}`)[state],
  ];
  const rows = await db().execute<{ level: StockLevel }>(sql`
    select json_build_object(
      'variantId', v.id, 'productId', v.product_id, 'sku', v.sku, 'title', p.title, 'options', v.options,
      'trackStock', v.track_stock, 'continueSelling', v.continue_selling,
      'onHand', held.on_hand, 'reserved', held.reserved, 'committed', held.committed, 'available', held.available,
      'waiting', wanted.waiting,
      'lowStockThreshold', ${threshold}::integer, 'locations', coalesce(held.locations, '[]')) as level
    from variants v
      join products p on p.id = v.product_id
      cross join store
      cross join lateral (
        select coalesce(sum(b.on_hand), 0)::integer as on_hand, coalesce(sum(b.reserved), 0)::integer as reserved,
          coalesce(sum(b.committed), 0)::integer as committed,
          coalesce(sum(b.on_hand - b.reserved - b.committed), 0)::integer as available,
          json_agg(json_build_object('locationId', l.id, 'code', l.code, 'name', l.name, 'active', l.active,
            'onHand', b.on_hand, 'reserved', b.reserved, 'committed', b.committed,
            'available', b.on_hand - b.reserved - b.committed) order by l.priority, l.id) as locations
        from balances b join locations l on l.id = b.location_id where b.variant_id = v.id and ${here}
      ) held
      cross join lateral (
        select coalesce(sum(d.waiting), 0)::integer as waiting from demands d where d.variant_id = v.id and d.waiting > 0
      ) wanted
    where ${sql.join(
      conditions.filter((condition) => !!condition),
      sql` and `,
    )}
    order by v.sku limit ${limit + 1}`);
  return pageFrom(
    rows,
    limit,
    ({ level }) => [level.sku],
    ({ level }) => level,
  );
}

/** An untracked variant is never out and never low: there is nothing to count. */
const states = (threshold: SQL) => ({
  in: sql`held.available > 0`,
  out: sql`v.track_stock and held.available <= 0`,
  low: sql`v.track_stock and held.available <= ${threshold}`,
  waiting: sql`v.id in (select variant_id from demands where waiting > 0)`,
});

/** A barcode is scanned, so it is whole; the others are typed, so a part is enough. */
const matching = (q: string) => sql`v.id in (
  select id from variants where sku ilike ${patternFor(q)}
  union select id from variants where barcode = ${q}
  union select variants.id from variants join products on products.id = variants.product_id
    where products.title ilike ${patternFor(q)})`;
