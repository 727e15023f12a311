import { audit } from "#core/audit/record";
import type * as group from "#core/contract/group";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { lockedGroup } from "./lock-group.ts";
import { shownGroup } from "./show-group.ts";

/**
 * Refused while a price list is for the group: without it the list would apply to no one, or to everyone. Archived
 * lists do not count.
 */
export async function removeGroup(
  change: Change,
  { id }: InputOf<typeof group.remove>,
): Promise<Record<string, never>> {
  const { name, description } = await lockedGroup(change, id);
  const { priceLists } = await shownGroup(change.tx, id);
  if (priceLists.length > 0) throw new Refusal("group.inUse", { priceLists });
  await change.tx.execute(sql`delete from price_list_groups where group_id = ${id}`);
  await change.tx.execute(sql`delete from customer_group_members where group_id = ${id}`);
  await change.tx.execute(sql`delete from customer_groups where id = ${id}`);
  audit(change, "group.remove", id, { before: { name, description } });
  return {};
}
