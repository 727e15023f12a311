import type { Id } from "#core/contract/kit/fields";
import type * as product from "#core/contract/product";
import type { Db } from "#core/db/client";
import { and, getTableColumns, type SQL, sql } from "#core/db/drizzle";
import { rowsAs, rowsOf } from "#core/db/rows-of";
import { shownImage } from "#core/product/stored-image";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { products, variants } from "./product.table.ts";

export type ProductRow = typeof products.$inferSelect;
export type VariantRow = typeof variants.$inferSelect;

const readVariants = rowsOf(variants);

const variantFields = Object.entries(getTableColumns(variants)).map(
  ([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`,
);
/** In one statement, so that a product and its variants are consistent. */
const readProducts = rowsAs(products, {
  ...getTableColumns(products),
  currency: storeCurrency,
  variants: sql<VariantInJson[]>`(
    select coalesce(json_agg(json_build_object(${sql.join(variantFields, sql`, `)}) order by position, id), '[]')
    from variants where product_id = products.id)`,
});
/** Times have no form of their own in JSON. */
type VariantInJson = Omit<VariantRow, "createdAt" | "archivedAt"> & {
  readonly createdAt: string;
  readonly archivedAt: string | null;
};
type Read = ProductRow & { readonly currency: string; readonly variants: readonly VariantInJson[] };

/**
 * A product with its variants in order, as the API and its events show it.
 * @param visible what the caller may see of all products.
 * @throws Refusal `product.unknown`.
 */
export async function shownProduct(tx: Db, id: Id<"product">, visible?: SQL): Promise<product.Product> {
  const [row] = await readProducts(tx, sql`where ${and(sql`id = ${id}`, visible)}`);
  if (!row) throw new Refusal("product.unknown");
  return shown(row);
}

/** The same for many products. */
export async function shownProducts(tx: Db, ids: readonly Id<"product">[]): Promise<product.Product[]> {
  const rows = await readProducts(tx, sql`where id = any(${sql.param(ids)})`);
  return rows.map(shown);
}

const shown = ({ currency, ...row }: Read): product.Product => ({
  ...row,
  images: row.images.map(shownImage),
  variants: row.variants.map(({ createdAt, archivedAt, ...variant }) =>
    shownVariant(
      { ...variant, createdAt: new Date(createdAt), archivedAt: archivedAt === null ? null : new Date(archivedAt) },
      currency,
    ),
  ),
});

/** Including archived ones, in order. */
export const variantsOf = (tx: Db, productId: Id<"product">): Promise<VariantRow[]> =>
  readVariants(tx, sql`where product_id = ${productId} order by position, id`);

export function shownVariant(row: VariantRow, currency: string): product.Variant {
  const moneyOf = (amountMinor: number) => ({ amountMinor, currency });
  const { priceMinor, compareAtMinor, costMinor, ...shown } = row;
  return {
    ...shown,
    price: moneyOf(priceMinor),
    compareAt: compareAtMinor === null ? null : moneyOf(compareAtMinor),
    cost: costMinor === null ? null : moneyOf(costMinor),
  };
}

/** A variant's full title: its product's title and its option values. */
export const titleOf = (product: string, options: readonly string[]): string =>
  options.length > 0 ? `${product} (${options.join(", ")})` : product;
