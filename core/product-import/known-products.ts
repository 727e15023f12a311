/** The existing data about the products in a file. */

import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { inArray, sql } from "#core/db/drizzle";
import { inLowerCase } from "#core/db/in-lower-case";
import { newId } from "#core/id";
import { touchedAmong } from "#core/job/import-file/touched";
import { products, variants } from "#core/product/product.table";
import type { ProductRow, VariantRow } from "#core/product/show-product";
import type { TakenProduct } from "./taken-product.ts";

export interface KnownProduct {
  readonly row: ProductRow;
  /** Including archived ones, in their order. */
  readonly variants: readonly VariantRow[];
  /** Whether staff have created or changed it since an import last wrote it. */
  readonly isTouched: boolean;
}

/** All with the same name, by lower-case name. */
export type Named<K extends "category" | "vendor" | "taxRate"> = ReadonlyMap<string, readonly NamedOne<K>[]>;

interface NamedOne<K extends "category" | "vendor" | "taxRate"> {
  readonly id: Id<K>;
  /** An archived one can be kept, but not newly assigned. */
  readonly isArchived: boolean;
}

export interface Known {
  readonly products: ReadonlyMap<string, KnownProduct>;
  /** The variant with each SKU. */
  readonly skus: ReadonlyMap<string, Id<"variant">>;
  /** Including `newCategories`. */
  readonly categories: Named<"category">;
  /** Names of categories that are created once a product with them is imported. */
  readonly newCategories: ReadonlyMap<Id<"category">, string>;
  readonly vendors: Named<"vendor">;
  readonly taxRates: Named<"taxRate">;
  /** Variants with stock or backorders. */
  readonly stocked: ReadonlySet<string>;
}

/** Serializes imports of products; existing products are locked until the change ends. */
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
  const variantRows =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(variants)
          .where(inArray(variants.productId, ids))
          .orderBy(variants.position, variants.id);
  const skus = taken.flatMap((product) => product.variants.flatMap(({ fields, newSku }) => fields.sku ?? newSku ?? []));
  const owners = await tx.execute<{ sku: string; id: Id<"variant"> }>(sql`
    select sku, id from variants where sku = any(${sql.param(skus)}::text[])`);
  const variantsOf = Map.groupBy(variantRows, ({ productId }) => productId);
  const touched = await touchedAmong(
    change,
    ids.map((id) => [id, ...(variantsOf.get(id) ?? []).map((variant) => variant.id)]),
  );
  const stopsTracking = taken.some((product) => product.variants.some(({ fields }) => fields.trackStock === false));
  return {
    products: new Map(
      rows.map((row) => {
        return [row.slug, { row, variants: variantsOf.get(row.id) ?? [], isTouched: touched.has(row.id) }];
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
    stocked: await stockedAmong(change, stopsTracking ? variantRows.filter(({ trackStock }) => trackStock) : []),
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
    where lower(${name}) = any(${inLowerCase(wanted)})`);
  return Map.groupBy(rows, (row) => row.name.toLowerCase());
}

/** By slug for our own file, by name for another store's, whose product types become categories. */
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

/** Locked, so that they are neither ordered nor restocked while they become untracked. */
async function stockedAmong({ tx }: Change, those: readonly VariantRow[]): Promise<ReadonlySet<string>> {
  if (those.length === 0) return new Set();
  const ids = sql.param(those.map(({ id }) => id));
  await tx.execute(sql`select from variants where id = any(${ids}::text[]) order by id for update`);
  const rows = await tx.execute<{ id: string }>(sql`
    select variant_id as id from stock_levels where variant_id = any(${ids}::text[]) and on_hand > 0
    union select variant_id from stock_requests where variant_id = any(${ids}::text[]) and backordered > 0`);
  return new Set(rows.map(({ id }) => id));
}
