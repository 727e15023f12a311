import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit";
import type * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { and, asc, eq, getTableColumns, sql } from "#core/db/drizzle";
import { shownImage } from "#core/product/stored-image";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { ownProducts } from "./lock-product.ts";
import { products, variants } from "./product.table.ts";
import { shownVariant } from "./show-product.ts";

/** Both in one statement, so that they are consistent. */
export async function readProduct(by: Actor, input: InputOf<typeof product.read>): Promise<product.Product> {
  const rows = await db()
    .select({ product: getTableColumns(products), variant: variants, currency: storeCurrency })
    .from(products)
    .leftJoin(variants, eq(variants.productId, products.id))
    .where(and(sql`${products.id} = ${input.id}`, ownProducts(by)))
    .orderBy(asc(variants.position), asc(variants.id));
  const [first] = rows;
  if (!first) throw new Refusal("product.unknown");
  const shown = rows.flatMap(({ variant }) => (variant ? shownVariant(variant, first.currency) : []));
  return { ...first.product, images: first.product.images.map(shownImage), variants: shown };
}
