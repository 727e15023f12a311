/** What the store knows already of what a file speaks of. */

import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { inArray, sql } from "#core/db/drizzle";
import { inSmallLetters } from "#core/db/in-small-letters";
import { newId } from "#core/id";
import { touchedAmong } from "#core/job/import-file/touched";
import { products, variants } from "#core/product/product.table";
import type { ProductRow, VariantRow } from "#core/product/show-product";
import type { TakenProduct } from "./taken-product.ts";

export interface KnownProduct {
  readonly row: ProductRow;
  /** Archived ones too, in their order. */
  readonly variants: readonly VariantRow[];
  /** Whether people have changed it, or made it, since an import last wrote it. */
  readonly isTouched: boolean;
}

/** All that are called so, by name in small letters. */
export type Named<K extends "category" | "vendor" | "taxRate"> = ReadonlyMap<string, readonly NamedOne<K>[]>;

interface NamedOne<K extends "category" | "vendor" | "taxRate"> {
  readonly id: Id<K>;
  /** What is archived stays where it is, and comes to nothing else. */
  readonly isArchived: boolean;
}

export interface Known {
  readonly products: ReadonlyMap<string, KnownProduct>;
  /** Whose each SKU is. */
  readonly skus: ReadonlyMap<string, Id<"variant">>;
  /** Those of `newCategories` too. */
  readonly categories: Named<"category">;
  /** Names of categories that are made once a product comes in with them. */
  readonly newCategories: ReadonlyMap<Id<"category">, string>;
  readonly vendors: Named<"vendor">;
  readonly taxRates: Named<"taxRate">;
  /** Variants of which somewhere something is, or for which somebody waits. */
  readonly stocked: ReadonlySet<string>;
}

/** Two imports of products take turns; those that are there are held until the change ends. */
export async function knownProducts(change: Change, taken: readonly TakenProduct[]): Promise<Known> {
  const { tx } = change;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import.products', 0))`);
  const slugs = taken.map(({ slug }) => slug);
  const rows = await tx
    .select()
    .from(products)
    .where(sql`${products.slug} = any(${sql.param(slugs)}::text[])`)
    .orderBy(products.id)
    .for("no key update");
  const ids = rows.map(({ id }) => id);
  const theirs =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(variants)
          .where(inArray(variants.productId, ids))
          .orderBy(variants.position, variants.id);
  const skus = taken.flatMap((product) => product.variants.flatMap(({ said }) => said.sku ?? []));
  const owners = await tx.execute<{ sku: string; id: Id<"variant"> }>(sql`
    select sku, id from variants where sku = any(${sql.param(skus)}::text[])`);
  const touched = await touchedAmong(change, [...ids, ...theirs.map(({ id }) => id)]);
  const saysUntracked = taken.some((product) => product.variants.some(({ said }) => said.trackStock === false));
  return {
    products: new Map(
      rows.map((row) => {
        const own = theirs.filter(({ productId }) => productId === row.id);
        const isTouched = [row, ...own].some(({ id }) => touched.has(id));
        return [row.slug, { row, variants: own, isTouched }];
      }),
    ),
    skus: new Map(owners.map(({ sku, id }) => [sku, id])),
    ...(await categoriesNamed(change, taken)),
    vendors: await namedIn(
      change,
      "vendors",
      sql`name`,
      taken.map(({ vendor }) => vendor),
    ),
    taxRates: await namedIn(
      change,
      "tax_rates",
      sql`name`,
      taken.flatMap((product) => product.variants.map(({ taxRate }) => taxRate)),
      sql`archived_at is not null`,
    ),
    stocked: await stockedAmong(change, saysUntracked ? theirs.filter(({ trackStock }) => trackStock) : []),
  };
}

async function namedIn<K extends "category" | "vendor" | "taxRate">(
  { tx }: Change,
  table: string,
  name: ReturnType<typeof sql>,
  names: readonly (string | null | undefined)[],
  isArchived = sql`false`,
): Promise<Named<K>> {
  const wanted = [...new Set(names.flatMap((one) => one ?? []))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.execute<NamedOne<K> & { name: string } & Record<string, unknown>>(sql`
    select ${name} as name, id, ${isArchived} as "isArchived" from ${sql.identifier(table)}
    where lower(${name}) = any(${inSmallLetters(wanted)})`);
  return Map.groupBy(rows, (row) => row.name.toLowerCase());
}

/** By slug as our own file names them, or by name as another store does, whose types become categories of ours. */
async function categoriesNamed(
  change: Change,
  taken: readonly TakenProduct[],
): Promise<Pick<Known, "categories" | "newCategories">> {
  const names = taken.filter(({ makesCategory }) => makesCategory).map(({ category }) => category);
  const slugs = taken.filter(({ makesCategory }) => !makesCategory).map(({ category }) => category);
  const bySlug = await namedIn<"category">(change, "categories", sql`slug`, slugs);
  const byName = new Map(await namedIn<"category">(change, "categories", sql`name`, names));
  const newCategories = new Map<Id<"category">, string>();
  for (const name of names) {
    if (!name || byName.has(name.toLowerCase())) continue;
    const id = newId("category");
    byName.set(name.toLowerCase(), [{ id, isArchived: false }]);
    newCategories.set(id, name);
  }
  return { categories: new Map([...byName, ...bySlug]), newCategories };
}

/** Held, so that nothing is ordered of them or brought in while they become untracked. */
async function stockedAmong({ tx }: Change, those: readonly VariantRow[]): Promise<ReadonlySet<string>> {
  if (those.length === 0) return new Set();
  const ids = sql.param(those.map(({ id }) => id));
  await tx.execute(sql`select from variants where id = any(${ids}::text[]) order by id for update`);
  const rows = await tx.execute<{ id: string }>(sql`
    select variant_id as id from stock_levels where variant_id = any(${ids}::text[]) and on_hand > 0
    union select variant_id from stock_requests where variant_id = any(${ids}::text[]) and backordered > 0`);
  return new Set(rows.map(({ id }) => id));
}
