/** What creating and editing a price list have in common. */

import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { type PriceListRow, priceLists } from "./price-list.table.ts";

/** An import as the source of a change: the history refers to it, so that the next batch recognises its own work. */
export interface FromFile {
  readonly import: string;
}

/**
 * Locks the list's row until the change ends: edits of the list and its prices take turns. Orders are not blocked.
 * @throws Refusal `priceList.unknown` and `version.stale`.
 */
export async function lockedPriceList(
  { tx }: Change,
  { id, expectedVersion }: { readonly id: Id<"priceList">; readonly expectedVersion?: number | undefined },
): Promise<PriceListRow> {
  const [row] = await tx.select().from(priceLists).where(eq(priceLists.id, id)).for("no key update");
  if (!row) throw new Refusal("priceList.unknown");
  if (expectedVersion !== undefined && expectedVersion !== row.version) {
    throw new Refusal("version.stale", { version: row.version });
  }
  return row;
}

/** Sets the groups of a list whose row is locked; null for everyone. @returns the groups before. */
export async function setGroups({ tx }: Change, id: Id<"priceList">, groupIds: readonly Id<"group">[] | null) {
  const before = await tx.execute<{ id: Id<"group"> }>(sql`
    select group_id as id from price_list_groups where price_list_id = ${id} order by group_id`);
  await tx.execute(sql`delete from price_list_groups where price_list_id = ${id}`);
  const added = tx.execute(sql`
    insert into price_list_groups (price_list_id, group_id)
    select ${id}, group_id from unnest(${sql.param(groupIds ?? [])}::text[]) as group_id`);
  await orRefuse(added, { price_list_groups_group_id_fkey: () => new Refusal("group.unknown", { groupIds }) });
  return before.map((group) => group.id);
}
