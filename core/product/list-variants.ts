import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { and, eq, getTableColumns, gt, isNull, or, type SQL, type SQLWrapper, sql } from "#core/db/drizzle";
import { pageFrom, rowsFor, textOfCursor } from "#core/db/page";
import { isWithin, literalOf, patternFor, searching, skuLike } from "#core/db/search";
import { type StoredImage, shownImage } from "#core/product/stored-image";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { ownProducts } from "./lock-product.ts";
import { products, variants } from "./product.table.ts";
import { shownVariant, titleOf, type VariantRow } from "./show-product.ts";

const columns = {
  variant: getTableColumns(variants),
  product: {
    title: products.title,
    status: products.status,
    vendorId: products.vendorId,
    image: sql<StoredImage | null>`${products.images} -> 0`,
  },
  currency: storeCurrency,
};

interface Found {
  readonly variant: VariantRow;
  readonly product: Pick<variant.VariantSummary, "title" | "vendorId"> & {
    readonly image: StoredImage | null;
    readonly status: variant.VariantSummary["productStatus"];
  };
  readonly currency: string;
}

const shown = ({
  variant,
  product: { status, title, image, ...product },
  currency,
}: Found): variant.VariantSummary => ({
  ...shownVariant(variant, currency),
  ...product,
  image: image && shownImage(image),
  productStatus: status,
  title: titleOf(title, variant.options),
});

/** For picking a variant: by SKU, barcode or title. */
export async function listVariants(
  by: Actor,
  input: InputOf<typeof variant.list>,
): Promise<OutputOf<typeof variant.list>> {
  const { limit, cursor, q, code, productId, productIds, variantIds, archived } = input;
  const after = textOfCursor(cursor, "variant");
  const wanted = and(
    ownProducts(by),
    productId && eq(variants.productId, productId),
    variantIds && sql`${variants.id} = any(${sql.param(variantIds)})`,
    productIds && sql`${variants.productId} = any(${sql.param(productIds)})`,
    code === undefined ? undefined : ofCode(code),
    archived ? undefined : isNull(variants.archivedAt),
    after === undefined ? undefined : gt(variants.sku, after),
  );
  const found = (match: SQL) =>
    db()
      .select({ id: variants.id })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(and(wanted, match))
      .orderBy(variants.sku)
      .limit(rowsFor(limit));
  const rows = await searching(q ?? code, (tx) =>
    tx
      .select(columns)
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(q === undefined ? wanted : matching(q, found))
      .orderBy(variants.sku)
      .limit(rowsFor(limit)),
  );
  return pageFrom(rows, limit, (row) => ["variant", row.variant.sku], shown);
}

export async function readVariant(
  by: Actor,
  input: InputOf<typeof variant.read>,
): Promise<OutputOf<typeof variant.read>> {
  const [row] = await db()
    .select(columns)
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, input.id), ownProducts(by)));
  if (!row) throw new Refusal("variant.unknown");
  return shown(row);
}

/**
 * A barcode is scanned, so it must match as a whole; the others are typed, so a part is enough. Each search reads one
 * page with its own index, so that a word in every product costs no more than a rare one.
 */
const matching = (q: string, found: (match: SQL) => SQLWrapper) => {
  const matches = [...skuLike(sql`${variants.sku}`, q, patternFor), isWithin(q, products.title)];
  const pages = [...matches, eq(variants.barcode, q)].map(found);
  return sql`${variants.id} in (${sql.join(pages, sql` union `)})`;
};

/** Each with its own index, as above. */
const ofCode = (code: string): SQL => sql`${variants.id} in (
  select id from variants where ${or(...skuLike(sql`sku`, code, literalOf))}
  union select id from variants where barcode = ${code})`;
