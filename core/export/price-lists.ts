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
  /** Empty for a list without prices. */
  readonly variantId: string;
  readonly sku: string;
  readonly quantity: number | null;
  readonly amount: string | null;
  readonly currency: string;
}

/** One row per price of the lists that are not archived: the oldest list first, by variant. It can be imported again. */
export const priceListsExport: DeclaredExport = {
  kind: "priceLists",
  header: ownColumns,
  page: async (_by, _filters, cursor) => {
    const beginning = ["", "", 0] as const;
    const [listId, variantId, quantity] =
      cursor === null ? beginning : decodeCursor(cursor, z.tuple([id("priceList"), z.string(), z.int()]));
    // Each list's prices from its own index, from the last page's end on: sorted as one they took a second a page.
    const found = await db().execute<Found>(sql`
      select l.id, l.name as list, l.priority, l.active, l.version, coalesce(r.variant_id, '') as "variantId",
        coalesce((select sku from variants where id = r.variant_id), '') as sku, r.min_quantity as quantity,
        r.amount_minor as amount, (select currency from store) as currency,
        (select code from channels where channels.id = l.channel_id) as channel,
        ${wireTime("l.starts_at")} as "startsAt", ${wireTime("l.ends_at")} as "endsAt",
        array(select g.name from price_list_groups p join customer_groups g on g.id = p.group_id
          where p.price_list_id = l.id order by lower(g.name)) as groups
      from price_lists l left join lateral (
        select * from price_list_rows where price_list_id = l.id and (variant_id, min_quantity) > (
          case l.id when ${listId} then ${variantId} else '' end, case l.id when ${listId} then ${quantity} else 0 end)
        order by variant_id, min_quantity limit ${rowsFor(pageRows)}
      ) r on true
      where l.archived_at is null and l.id >= ${listId} and (l.id > ${listId} or r.variant_id is not null)
      order by l.id, r.variant_id, r.min_quantity limit ${rowsFor(pageRows)}`);
    const { items, nextCursor } = pageFrom(found, pageRows, (row) => [row.id, row.variantId, row.quantity ?? 0]);
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
