import type { Id } from "#core/contract/fields";
import type * as product from "#core/contract/product";
import type { Db } from "#core/db/client";
import { getTableColumns, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsAs, rowsOf } from "#core/db/rows-of";
import { shownImage } from "#core/product/stored-image";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { products, variants } from "./product.table.ts";

export type ProductRow = typeof products.$inferSelect;
export type VariantRow = typeof variants.$inferSelect;

const readProducts = rowsAs(products, { ...getTableColumns(products), currency: storeCurrency });
const readVariants = rowsOf(variants);
type Read = ProductRow & { readonly currency: string };

/** A product with its variants in order, as the API and its events show it. */
export async function shownProduct(tx: Db, id: Id<"product">): Promise<product.Product> {
  const [[row], variantRows] = await pipelined(readProducts(tx, sql`where id = ${id}`), variantsOf(tx, id));
  if (!row) throw new Refusal("product.unknown");
  return shown(row, variantRows);
}

/** The same for many products, in two queries. */
export async function shownProducts(tx: Db, ids: readonly Id<"product">[]): Promise<product.Product[]> {
  const productIds = sql.param(ids);
  const rows = await readProducts(tx, sql`where id = any(${productIds})`);
  const variantRows = await readVariants(tx, sql`where product_id = any(${productIds}) order by position, id`);
  const byProduct = Map.groupBy(variantRows, ({ productId }) => productId);
  return rows.map((row) => shown(row, byProduct.get(row.id) ?? []));
}

const shown = ({ currency, ...row }: Read, variantRows: readonly VariantRow[]): product.Product => ({
  ...row,
  images: row.images.map(shownImage),
  variants: variantRows.map((variant) => shownVariant(variant, currency)),
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
