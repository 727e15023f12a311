import { and, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { patternFor } from "#core/db/search";
import { Refusal } from "#core/refusal";
import { products, variants } from "./catalogue.table.ts";
import { ownProducts } from "./lock-product.ts";
import { shownVariant, storeCurrency, titleOf, type VariantRow } from "./show-product.ts";

const columns = {
  variant: getTableColumns(variants),
  product: {
    title: products.title,
    status: products.status,
    vendorId: products.vendorId,
    image: sql<{ url: string; alt: string } | null>`${products.images} -> 0`,
  },
  currency: storeCurrency,
};

interface Found {
  readonly variant: VariantRow;
  readonly product: Pick<variant.VariantSummary, "title" | "vendorId" | "image"> & {
    readonly status: variant.VariantSummary["productStatus"];
  };
  readonly currency: string;
}

const shown = ({ variant, product: { status, title, ...product }, currency }: Found): variant.VariantSummary => ({
  ...shownVariant(variant, currency),
  ...product,
  productStatus: status,
  title: titleOf(title, variant.options),
});

/** For whoever picks one: by SKU, by barcode, or by what it is called. */
export async function listVariants(
  by: Actor,
  input: InputOf<typeof variant.list>,
): Promise<OutputOf<typeof variant.list>> {
  const { limit, cursor, q, productId, archived } = input;
  const rows = await db()
    .select(columns)
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        ownProducts(by),
        productId && eq(variants.productId, productId),
        archived ? undefined : isNull(variants.archivedAt),
        q === undefined ? undefined : matching(q),
        cursor === undefined ? undefined : gt(variants.sku, decodeCursor(cursor, z.tuple([z.string()]))[0]),
      ),
    )
    .orderBy(variants.sku)
    .limit(limit + 1);
  return pageFrom(rows, limit, (row) => [row.variant.sku], shown);
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

/** A barcode is scanned, so it is whole; the others are typed, so a part is enough. */
const matching = (q: string) => sql`${variants.id} in (
  select id from variants where sku ilike ${patternFor(q)}
  union select id from variants where barcode = ${q}
  union select variants.id from variants join products on products.id = variants.product_id
    where products.title ilike ${patternFor(q)})`;
