/** What making and editing a price list have in common. */

import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { invalidField, Refusal } from "#core/refusal";
import { type PriceListRow, priceLists } from "./price-list.table.ts";

/** Whoever imports a file of prices: the history names the import, and by that the next batch knows its own work. */
export interface FromFile {
  readonly import: string;
}

/**
 * The list's row, held until the change ends: two who edit it or its prices take turns. Orders go on meanwhile.
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

export function refuseEmptyWindow({ startsAt, endsAt }: Pick<PriceListRow, "startsAt" | "endsAt">): void {
  if (startsAt && endsAt && endsAt <= startsAt) throw invalidField("endsAt", "It must be after startsAt.");
}

/** The groups a list whose row is held is for; null for everybody. @returns those before. */
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
