import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";

/**
 * Puts a customer whose row is locked into exactly these groups.
 * @returns the ids of the groups before.
 * @throws Refusal `group.unknown`.
 */
export async function setGroups(
  { tx }: Change,
  customerId: Id<"customer">,
  groupIds: readonly Id<"group">[],
): Promise<Id<"group">[]> {
  const before = await tx.execute<{ id: Id<"group"> }>(sql`
    select group_id as id from customer_group_members where customer_id = ${customerId} order by group_id`);
  const ids = sql.param(groupIds);
  await tx.execute(sql`
    delete from customer_group_members where customer_id = ${customerId} and group_id <> all(${ids}::text[])`);
  const added = tx.execute(sql`
    insert into customer_group_members (customer_id, group_id)
    select ${customerId}, group_id from unnest(${ids}::text[]) as group_id on conflict do nothing`);
  await orRefuse(added, { customer_group_members_group_id_fkey: () => new Refusal("group.unknown", { groupIds }) });
  return before.map(({ id }) => id);
}
