import type { Id } from "#core/contract/kit/fields";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsAs } from "#core/db/rows-of";
import { products, variants } from "#core/product/product.table";
import { titleOf } from "#core/product/show-product";
import { Refusal } from "#core/refusal";
import { taxRates } from "#core/tax/tax.table";
import type { ListPrice } from "./list-prices.ts";

export interface Wanted {
  readonly variantId: Id<"variant">;
  readonly quantity: number;
}

/** A variant as an order line stores it: its title and price at the time of the order. */
export interface Price {
  readonly variantId: Id<"variant">;
  readonly productId: Id<"product">;
  readonly vendorId: Id<"vendor"> | null;
  readonly sku: string;
  /** "Linen shirt (M, Blue)". */
  readonly title: string;
  readonly unitPriceMinor: number;
  /** The list that the price comes from; null for the variant's own price. */
  readonly priceListId: Id<"priceList"> | null;
  readonly taxBasisPoints: number;
  readonly trackStock: boolean;
  readonly continueSelling: boolean;
}

const sold = rowsAs(variants, {
  id: variants.id,
  productId: variants.productId,
  vendorId: products.vendorId,
  sku: variants.sku,
  product: products.title,
  options: variants.options,
  priceMinor: variants.priceMinor,
  basisPoints: sql<number>`coalesce(${taxRates.basisPoints},
    (select basis_points from tax_rates where is_default), 0)`,
  trackStock: variants.trackStock,
  continueSelling: variants.continueSelling,
  archivedAt: variants.archivedAt,
  status: products.status,
});

/**
 * The current price of each requested variant, in the same order: from a price list, otherwise the variant's own. Locks
 * the variants' rows until the change ends, so that none is deleted while an order is being written.
 * @param listed their prices by `listPrices`; if it is a promise, it is queried in parallel with the variants.
 * @throws Refusal `variant.unknown` and `variant.notSold` (archived, or its product is not active), with the ids.
 */
export async function pricesOf(
  tx: Db,
  wanted: readonly Wanted[],
  listed: ReadonlyMap<Id<"variant">, ListPrice> | Promise<ReadonlyMap<Id<"variant">, ListPrice>>,
): Promise<Price[]> {
  const ids = [...new Set(wanted.map(({ variantId }) => variantId))];
  const variantRows = sold(
    tx,
    sql`
      join ${products} on ${products.id} = ${variants.productId} left join ${taxRates} on ${taxRates.id} = ${variants.taxRateId}
      where ${variants.id} = any(${sql.param(ids)}) order by ${variants.id} for key share of ${variants}`,
  );
  const [rows, prices] = await pipelined(variantRows, listed);

  const known = new Map(rows.map((row) => [row.id, row]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Refusal("variant.unknown", { variantIds: unknown });
  const notSold = rows.filter(({ archivedAt, status }) => archivedAt !== null || status !== "active");
  if (notSold.length > 0) throw new Refusal("variant.notSold", { variantIds: notSold.map(({ id }) => id) });

  const shown = new Map(
    rows.map((row): [string, Price] => [
      row.id,
      {
        variantId: row.id,
        productId: row.productId,
        vendorId: row.vendorId,
        sku: row.sku,
        title: titleOf(row.product, row.options),
        unitPriceMinor: prices.get(row.id)?.unitPriceMinor ?? row.priceMinor,
        priceListId: prices.get(row.id)?.priceListId ?? null,
        taxBasisPoints: row.basisPoints,
        trackStock: row.trackStock,
        continueSelling: row.continueSelling,
      },
    ]),
  );
  return wanted.flatMap(({ variantId }) => shown.get(variantId) ?? []);
}
