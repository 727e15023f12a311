import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { locations } from "#core/location/location.table";
import { Refusal } from "#core/refusal";

/** The ids that name no location; a closed one is known. */
export async function unknownLocations(change: Change, named: readonly Id<"location">[]): Promise<Id<"location">[]> {
  const found = await change.tx
    .select({ id: locations.id })
    .from(locations)
    .where(sql`${locations.id} = any(${sql.param(named)})`);
  return named.filter((id) => !found.some((location) => location.id === id));
}

/** @throws Refusal `location.unknown` with these, if there are any. */
export function refuseUnknown(locationIds: readonly Id<"location">[]): void {
  if (locationIds.length > 0) throw new Refusal("location.unknown", { locationIds });
}
