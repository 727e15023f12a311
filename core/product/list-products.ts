import * as z from "zod";
import type { Actor } from "#core/actor";
import { timeText } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { and, asc, desc, eq, ilike, type SQL, type SQLWrapper, sql } from "#core/db/drizzle";
import { decodeCursor, idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { hasTag, isWithin, patternFor, searching, skuLike } from "#core/db/search";
import { type StoredImage, shownImage } from "#core/product/stored-image";
import { storeCurrency } from "#core/store/settings";
import { ownProducts } from "./lock-product.ts";
import { products } from "./product.table.ts";

const titleKey = sql<string>`lower(${products.title}) collate "C"`;

/** Each sort order has an index with the same leading columns, and a cursor of these columns. */
const sorts = {
  newest: {
    by: [desc(products.id)],
    keyOf: (row: Keys) => [row.id],
    after: (cursor: string) => sql`${products.id} < ${idOfCursor(cursor, "product")}`,
  },
  oldest: {
    by: [asc(products.id)],
    keyOf: (row: Keys) => [row.id],
    after: (cursor: string) => sql`${products.id} > ${idOfCursor(cursor, "product")}`,
  },
  updated: {
    by: [desc(products.updatedAt), desc(products.id)],
    keyOf: (row: Keys) => [row.updatedAt.toISOString(), row.id],
    after: (cursor: string) => {
      const [at, id] = decodeCursor(cursor, z.tuple([timeText, z.string()]));
      return sql`(${products.updatedAt}, ${products.id}) < (${at}::timestamptz, ${id})`;
    },
  },
  title: {
    by: [titleKey, products.id],
    keyOf: (row: Keys) => [row.titleKey, row.id],
    after: (cursor: string) => {
      const [title, id] = decodeCursor(cursor, z.tuple([z.string(), z.string()]));
      return sql`(${titleKey}, ${products.id}) > (${title}, ${id})`;
    },
  },
};

interface Keys {
  readonly id: string;
  readonly updatedAt: Date;
  readonly titleKey: string;
}

export async function listProducts(
  by: Actor,
  input: InputOf<typeof product.list>,
): Promise<OutputOf<typeof product.list>> {
  const { limit, cursor, q } = input;
  const sort = sorts[input.sort];
  const wanted = and(ownProducts(by), ...filtersOf(input), cursor === undefined ? undefined : sort.after(cursor));
  const found = (match: SQL) =>
    db()
      .select({ id: products.id })
      .from(products)
      .where(and(wanted, match))
      .orderBy(...sort.by)
      .limit(rowsFor(limit));
  const rows = await searching(q, (tx) =>
    tx
      .select({
        id: products.id,
        slug: products.slug,
        title: products.title,
        status: products.status,
        vendorId: products.vendorId,
        categoryId: products.categoryId,
        tags: products.tags,
        image: sql<StoredImage | null>`${products.images} -> 0`,
        prices: pricesOfVariants,
        createdAt: products.createdAt,
        updatedAt: products.updatedAt,
        version: products.version,
        titleKey,
        currency: storeCurrency,
      })
      .from(products)
      .where(q === undefined ? wanted : matching(q, found))
      .orderBy(...sort.by)
      .limit(rowsFor(limit)),
  );
  return pageFrom(rows, limit, sort.keyOf, ({ prices: { count, least, most }, currency, image, ...row }) => ({
    ...row,
    image: image && shownImage(image),
    variantCount: count,
    priceFrom: least === null ? null : { amountMinor: least, currency },
    priceTo: most === null ? null : { amountMinor: most, currency },
  }));
}

// Qualified: in a query over one table Drizzle omits the table's name, and `id` would be the variant's.
const pricesOfVariants = sql<{ count: number; least: number | null; most: number | null }>`(
  select json_build_object('count', count(*), 'least', min(price_minor), 'most', max(price_minor))
  from variants where product_id = products.id and archived_at is null)`;

function filtersOf({ status, categoryId, collectionId, vendorId, tag }: InputOf<typeof product.list>) {
  const filters: (SQL | undefined)[] = [
    status && eq(products.status, status),
    vendorId && eq(products.vendorId, vendorId),
    tag === undefined ? undefined : hasTag(products.tags, tag),
    categoryId && withinCategory(categoryId),
    collectionId &&
      sql`${products.id} in (select product_id from collection_products where collection_id = ${collectionId})`,
  ];
  return filters;
}

/**
 * Searches title, slug and SKU separately, because no index can serve an `or` over two tables. Each search reads one
 * page, so that a word in every product costs no more than a rare one.
 */
const matching = (q: string, found: (match: SQL) => SQLWrapper) => {
  const matches = [
    isWithin(q, products.title),
    ilike(products.slug, patternFor(q)),
    ...skuLike(sql`sku`, q, patternFor).map(
      (match) => sql`exists (select 1 from variants where product_id = products.id and ${match})`,
    ),
  ];
  const pages = matches.map(found);
  return sql`${products.id} in (${sql.join(pages, sql` union `)})`;
};

/** In the category or any category below it. */
const withinCategory = (id: string) => sql`${products.categoryId} in (
  with recursive inside as (
    select id from categories where id = ${id}
    union select categories.id from categories join inside on categories.parent_id = inside.id)
  select id from inside)`;
