import * as z from "zod";
import { decimalsOf } from "#core/contract/currency";
import { id } from "#core/contract/fields";
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
  readonly sku: string;
  readonly quantity: number | null;
  readonly amount: string | null;
  readonly currency: string;
}

/** One row per price of the lists that are not archived, oldest list first. The file can be imported again. */
export const priceListsExport: DeclaredExport = {
  kind: "priceLists",
  header: ownColumns,
  page: async (_by, _filters, cursor) => {
    const after = cursor === null ? undefined : decodeCursor(cursor, z.tuple([id("priceList"), z.string(), z.int()]));
    const found = await db().execute<Found>(sql`
      select l.id, l.name as list, l.priority, l.active, l.version, coalesce(v.sku, '') as sku, r.min_quantity as quantity,
        r.amount_minor as amount, (select currency from store) as currency,
        (select code from channels where channels.id = l.channel_id) as channel,
        ${wireTime("l.starts_at")} as "startsAt", ${wireTime("l.ends_at")} as "endsAt",
        array(select g.name from price_list_groups p join customer_groups g on g.id = p.group_id
          where p.price_list_id = l.id order by lower(g.name)) as groups
      from price_lists l left join price_list_rows r on r.price_list_id = l.id left join variants v on v.id = r.variant_id
      where l.archived_at is null
        ${after ? sql`and (l.id, coalesce(v.sku, ''), coalesce(r.min_quantity, 0)) > (${after[0]}, ${after[1]} collate "C", ${after[2]}::integer)` : sql``}
      order by l.id, coalesce(v.sku, '') collate "C", coalesce(r.min_quantity, 0) limit ${rowsFor(pageRows)}`);
    const { items, nextCursor } = pageFrom(found, pageRows, ({ id: list, sku, quantity }) => [
      list,
      sku,
      quantity ?? 0,
    ]);
    const rows = items.map((row) => [
      ...[
        row.list,
        listCell(row.groups),
        row.channel,
        row.startsAt,
        row.endsAt,
        row.priority,
        row.active ? "yes" : "no",
        row.version,
      ],
      ...[row.sku, row.quantity, row.amount === null ? null : amountOf(row.amount, decimalsOf(row.currency))],
    ]);
    return { rows, next: nextCursor };
  },
};
