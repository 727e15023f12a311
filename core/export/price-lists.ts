import * as z from "zod";
import { id } from "#core/contract/kit/fields";
import { decimalsOf } from "#core/contract/values/currency";
import { listCell } from "#core/csv/list-cell";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { wireTime } from "#core/db/wire";
import { type DeclaredExport, pageRows } from "#core/job/export-kind";
import { amountOf } from "#core/order-import/own-rows";
import { ownColumns } from "#core/price-import/own-columns";

interface Found extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly list: string;
  readonly groups: string[];
  readonly channel: string | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly priority: number;
  readonly active: boolean;
  readonly version: number;
  /** Empty for a list without prices. */
  readonly variantId: string;
  readonly sku: string;
  readonly quantity: number | null;
  readonly amount: string | null;
  readonly currency: string;
}

const cell = z.union([z.string(), z.number(), z.null()]);
type ListCell = z.output<typeof cell>;

/**
 * One row per price of the lists that are not archived: the oldest list first, by variant. It can be imported again:
 * each of a list's rows says of it what its first one did, which the cursor carries along.
 */
export const priceListsExport: DeclaredExport = {
  kind: "priceLists",
  header: ownColumns,
  page: async (_by, _filters, cursor) => {
    const beginning = ["", "", 0] as const;
    const [listId, variantId, quantity, ...cells] =
      cursor === null ? beginning : decodeCursor(cursor, z.tuple([id("priceList"), z.string(), z.int()], cell));
    // In the order of the lists' own index, and no further than the page: what joins lists to prices reads all of them,
    // and those of archived lists may be millions. `price_list_id =` would allow the order of the other index too, which
    // passes over the prices of all lists.
    const found = await db().execute<Found>(sql`
      with priced as materialized (
        (select price_list_id as id, variant_id, min_quantity, amount_minor from price_list_rows
          where (price_list_id, variant_id, min_quantity) > (${listId}, ${variantId}, ${quantity}::integer)
            and price_list_id <= (select id from price_lists where id = ${listId} and archived_at is null)
          order by price_list_id, variant_id, min_quantity limit ${rowsFor(pageRows)})
        union all
        (select price_list_id, variant_id, min_quantity, amount_minor from price_list_rows
          where price_list_id = any(array(select id from price_lists where id > ${listId} and archived_at is null))
          order by price_list_id, variant_id, min_quantity limit ${rowsFor(pageRows)})
        order by id, variant_id, min_quantity limit ${rowsFor(pageRows)}
      ), empty as materialized (
        select id from price_lists l
        where id > ${listId} and archived_at is null
          and (select true from price_list_rows where price_list_id = l.id limit 1) is null
        order by id limit ${rowsFor(pageRows)}
      ), page as (
        select * from priced union all select id, '', null, null from empty
        order by id, variant_id, min_quantity limit ${rowsFor(pageRows)}
      )
      select l.id, l.name as list, l.priority, l.active, l.version, r.variant_id as "variantId",
        coalesce((select sku from variants where id = r.variant_id), '') as sku, r.min_quantity as quantity,
        r.amount_minor as amount, (select currency from store) as currency,
        (select code from channels where channels.id = l.channel_id) as channel,
        ${wireTime("l.starts_at")} as "startsAt", ${wireTime("l.ends_at")} as "endsAt",
        array(select g.name from price_list_groups p join customer_groups g on g.id = p.group_id
          where p.price_list_id = l.id order by lower(g.name)) as groups
      from page r join price_lists l on l.id = r.id
      order by l.id, r.variant_id, r.min_quantity`);
    const lists = new Map<string, readonly ListCell[]>(cells.length > 0 ? [[listId, cells]] : []);
    for (const row of found) if (!lists.has(row.id)) lists.set(row.id, listCells(row));
    const cellsOf = ({ id }: Found) => lists.get(id) ?? [];
    const { items, nextCursor } = pageFrom(found, pageRows, (row) => [
      ...[row.id, row.variantId, row.quantity ?? 0],
      ...cellsOf(row),
    ]);
    const rows = items.map((row) => [
      ...cellsOf(row),
      ...[row.sku, row.quantity, row.amount === null ? null : amountOf(row.amount, decimalsOf(row.currency))],
    ]);
    return { rows, next: nextCursor };
  },
};

const listCells = ({ list, groups, channel, startsAt, endsAt, priority, active, version }: Found): ListCell[] => [
  ...[list, listCell(groups), channel, startsAt, endsAt, priority, active ? "yes" : "no", version],
];
