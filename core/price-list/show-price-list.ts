import * as z from "zod";
import { PriceList } from "#core/contract/priceList";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import { Refusal } from "#core/refusal";

/** @param which the SQL after `from price_lists l`. */
export async function shownPriceLists(tx: Db, which: SQL): Promise<PriceList[]> {
  const rows = await tx.execute<{ wire: z.input<typeof PriceList> }>(sql`
    select json_build_object('id', l.id, 'name', l.name,
      'groups', case when not l.for_everyone then (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
        from price_list_groups p join customer_groups g on g.id = p.group_id where p.price_list_id = l.id) end,
      'channel', (select code from channels where channels.id = l.channel_id),
      'startsAt', ${wireTime("l.starts_at")}, 'endsAt', ${wireTime("l.ends_at")}, 'priority', l.priority,
      'active', l.active, 'rows', (select count(*) from price_list_rows r where r.price_list_id = l.id),
      'createdAt', ${wireTime("l.created_at")}, 'updatedAt', ${wireTime("l.updated_at")},
      'archivedAt', ${wireTime("l.archived_at")}, 'version', l.version) as wire
    from price_lists l ${which}`);
  return rows.map(({ wire }) => z.decode(PriceList, wire));
}

/** @throws Refusal `priceList.unknown`. */
export async function shownPriceList(tx: Db, id: PriceList["id"]): Promise<PriceList> {
  const [shown] = await shownPriceLists(tx, sql`where l.id = ${id}`);
  if (!shown) throw new Refusal("priceList.unknown");
  return shown;
}
