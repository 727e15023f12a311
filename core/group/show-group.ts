import * as z from "zod";
import { Group } from "#core/contract/group";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import { Refusal } from "#core/refusal";

/** Counting stops here: counting a group of a million would take too long. */
const membersCountedMax = sql.raw("10000");

/** @param which the SQL after `from customer_groups g`. */
export async function shownGroups(tx: Db, which: SQL): Promise<Group[]> {
  const rows = await tx.execute<{ wire: z.input<typeof Group> }>(sql`
    select json_build_object('id', g.id, 'name', g.name, 'description', g.description,
      'members', (select count(*) from (
        select from customer_group_members m where m.group_id = g.id limit ${membersCountedMax}) counted),
      'priceLists', (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.id), '[]')
        from price_list_groups p join price_lists l on l.id = p.price_list_id
        where p.group_id = g.id and l.archived_at is null),
      'createdAt', ${wireTime("g.created_at")}) as wire
    from customer_groups g ${which}`);
  return rows.map(({ wire }) => z.decode(Group, wire));
}

/** @throws Refusal `group.unknown`. */
export async function shownGroup(tx: Db, id: Group["id"]): Promise<Group> {
  const [shown] = await shownGroups(tx, sql`where g.id = ${id}`);
  if (!shown) throw new Refusal("group.unknown");
  return shown;
}
