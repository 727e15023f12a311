import * as z from "zod";
import type { Actor } from "#core/actor";
import { cartBy } from "#core/cart/show-cart";
import { type Id, id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as storefront from "#core/contract/storefront";
import { type Db, db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { decodeCursor, fitting, idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { isWithin, searching } from "#core/db/search";
import { type Buyer, listPrices } from "#core/price/list-prices";
import { type StoredImage, shownImage } from "#core/product/stored-image";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";

type Shown = storefront.StoreProduct;

/** A page ends early if its products get too large for one answer. */
export async function listStoreProducts(
  by: Actor,
  input: InputOf<typeof storefront.listProducts>,
): Promise<OutputOf<typeof storefront.listProducts>> {
  const { limit, cursor, q, category, collection } = input;
  const place = collection === undefined ? newestFirst(cursor) : inOrderOf(collection, cursor);
  const conditions: (SQL | false | undefined)[] = [
    q !== undefined && isWithin(q, sql`p.title`),
    category !== undefined &&
      sql`p.category_id in (with recursive inside as (
        select id from categories where slug = ${category}
        union select c.id from categories c join inside on c.parent_id = inside.id) select id from inside)`,
    place.after,
  ];
  const wanted = conditions.filter((condition) => condition !== undefined && condition !== false);
  const buyer = await buyerOf(by, input.cart);
  const where = sql.join([sql`true`, ...wanted], sql` and `);
  const rows = await searching(q, (tx) =>
    productsWhere(tx, sql`${where} order by ${place.order} limit ${rowsFor(limit)}`, place.of),
  );
  const shown = await priced(rows.slice(0, limit), buyer);
  const { items, nextCursor } = pageFrom(
    rows,
    Math.min(
      limit,
      fitting(shown, (product) => product),
    ),
    place.keyOf,
  );
  return { items: shown.slice(0, items.length), nextCursor };
}

/** The order of a list of products. */
interface Place {
  /** The rows that it is about, and each one's position in it. */
  readonly of: { readonly from: SQL; readonly position: SQL };
  readonly after: SQL | undefined;
  readonly order: SQL;
  readonly keyOf: (row: Row) => readonly (string | number)[];
}

const all = { from: sql`products p`, position: sql`0` };

function newestFirst(cursor: string | undefined): Place {
  const after = idOfCursor(cursor, "product");
  return { of: all, after: after && sql`p.id < ${after}`, order: sql`p.id desc`, keyOf: ({ id }) => [id] };
}

const placeInCollection = z.tuple([z.int32(), id("product")]);

/** In the order that staff gave the collection's products. */
function inOrderOf(slug: string, cursor: string | undefined): Place {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, placeInCollection);
  return {
    of: {
      from: sql`collections c join collection_products m on m.collection_id = c.id and c.slug = ${slug}
        join products p on p.id = m.product_id`,
      position: sql`m.position`,
    },
    after: after && sql`(m.position, p.id) > (${after[0]}, ${after[1]})`,
    order: sql`m.position, p.id`,
    keyOf: ({ position, id }) => [position, id],
  };
}

/** A draft gets the same refusal as an unknown product. */
export async function readStoreProduct(
  by: Actor,
  { slug, cart }: InputOf<typeof storefront.readProduct>,
): Promise<Shown> {
  const buyer = await buyerOf(by, cart);
  const [shown] = await priced(await productsWhere(db(), sql`p.slug = ${slug}`), buyer);
  if (!shown) throw new Refusal("product.unknown");
  return shown;
}

/** An anonymous shopper, unless a cart says who it is. */
async function buyerOf(by: Actor, token: string | undefined): Promise<Buyer> {
  const buyer = { customerId: null, channelId: by.storefront?.channelId ?? null, at: new Date() };
  if (token === undefined) return buyer;
  const { email } = await cartBy(db(), token);
  const [known] = await db().execute<{ id: Id<"customer"> }>(sql`
    select coalesce(merged_into, id) as id from customers where email = ${email}`);
  return { ...buyer, customerId: known?.id ?? null };
}

interface Row extends Omit<Shown, "images" | "variants">, Record<string, unknown> {
  readonly images: StoredImage[];
  readonly currency: string;
  readonly position: number;
  readonly variants: readonly {
    readonly id: Id<"variant">;
    readonly sku: string;
    readonly options: string[];
    readonly price: number;
    readonly compareAt: number | null;
    readonly available: boolean;
  }[];
}

/** Never stock figures, costs or drafts: what is not selected here cannot be shown. */
const productsWhere = (tx: Db, rest: SQL, { from, position }: Place["of"] = all): Promise<Row[]> =>
  tx.execute<Row>(sql`
    select p.id, p.slug, p.title, p.description, p.tags, p.images, p.options, ${storeCurrency} as currency, ${position} as position,
      (select slug from categories where categories.id = p.category_id) as category,
      (select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', v.options,
          'price', v.price_minor, 'compareAt', v.compare_at_minor,
          'available', not v.track_stock or v.continue_selling or exists (
            select from stock_levels s join locations l on l.id = s.location_id and l.active
            where s.variant_id = v.id and s.on_hand > s.reserved + s.committed)) order by v.position, v.id), '[]')
        from variants v where v.product_id = p.id and v.archived_at is null) as variants
    from ${from} where p.status = 'active' and ${rest}`);

async function priced(rows: readonly Row[], buyer: Buyer): Promise<Shown[]> {
  const ones = new Map(rows.flatMap(({ variants }) => variants.map(({ id }) => [id, 1] as const)));
  const listed = ones.size === 0 ? new Map() : await listPrices(db(), ones, buyer);
  return rows.map(({ currency, position, images, variants, ...row }) => ({
    ...row,
    images: images.map(shownImage),
    variants: variants.map(({ id, sku, options, price, compareAt, available }) => {
      const amountMinor: number = listed.get(id)?.unitPriceMinor ?? price;
      const above = compareAt !== null && compareAt > amountMinor;
      return {
        ...{ id, sku, options, available },
        price: { amountMinor, currency },
        compareAt: above ? { amountMinor: compareAt, currency } : null,
      };
    }),
  }));
}
