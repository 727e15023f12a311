import * as z from "zod";
import type { Actor } from "#core/actor";
import { historyIn } from "#core/audit/history-in";
import { id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as priceList from "#core/contract/priceList";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { titleOf } from "#core/product/show-product";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { priceLists } from "./price-list.table.ts";
import { shownPriceList, shownPriceLists } from "./show-price-list.ts";

export async function listPriceLists(
  _by: Actor,
  { limit, cursor, archived }: InputOf<typeof priceList.list>,
): Promise<OutputOf<typeof priceList.list>> {
  const after = idOfCursor(cursor, "priceList");
  const conditions = [
    ...(archived ? [] : [sql`l.archived_at is null`]),
    ...(after === undefined ? [] : [sql`l.id < ${after}`]),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const rows = await shownPriceLists(db(), sql`${where} order by l.id desc limit ${rowsFor(limit)}`);
  return pageFrom(rows, limit, (row) => [row.id]);
}

export const readPriceList = (_by: Actor, input: InputOf<typeof priceList.read>): Promise<priceList.PriceList> =>
  shownPriceList(db(), input.id);

export const priceListHistory = historyIn(priceLists, "priceList.unknown");

interface Row extends Record<string, unknown> {
  readonly variantId: priceList.PriceRow["variantId"];
  readonly sku: string;
  readonly product: string;
  readonly options: string[];
  readonly minQuantity: number;
  readonly amountMinor: string;
  readonly priceMinor: string;
  readonly currency: string;
}

/** In the order of the list's index: by variant, then quantity. */
export async function listPriceRows(
  _by: Actor,
  { id: listId, limit, cursor, variantId }: InputOf<typeof priceList.listRows>,
): Promise<OutputOf<typeof priceList.listRows>> {
  const place = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([id("variant"), z.int32()]));
  const rows = await db().execute<Row>(sql`
    select r.variant_id as "variantId", v.sku, p.title as product, v.options, r.min_quantity as "minQuantity",
      r.amount_minor as "amountMinor", v.price_minor as "priceMinor", ${storeCurrency} as currency
    from price_list_rows r join variants v on v.id = r.variant_id join products p on p.id = v.product_id
    where r.price_list_id = ${listId} ${variantId ? sql`and r.variant_id = ${variantId}` : sql``}
      ${place ? sql`and (r.variant_id, r.min_quantity) > (${place[0]}, ${place[1]}::integer)` : sql``}
    order by r.variant_id, r.min_quantity limit ${rowsFor(limit)}`);
  if (rows.length === 0) await refuseUnknown(listId);
  const money = (minor: string, currency: string) => ({ amountMinor: Number(minor), currency });
  return pageFrom(
    rows,
    limit,
    (row) => [row.variantId, row.minQuantity],
    ({ product, options, amountMinor, priceMinor, currency, ...row }) => ({
      ...row,
      title: titleOf(product, options),
      amount: money(amountMinor, currency),
      variantPrice: money(priceMinor, currency),
    }),
  );
}

async function refuseUnknown(listId: priceList.PriceList["id"]): Promise<void> {
  const known = await db().execute(sql`select 1 from price_lists where id = ${listId}`);
  if (known.length === 0) throw new Refusal("priceList.unknown");
}
