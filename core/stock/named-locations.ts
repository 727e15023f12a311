import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { locations } from "#core/location/location.table";
import { Refusal } from "#core/refusal";

/** @throws Refusal `location.unknown` with the ids that name none; a closed one is known. */
export async function refuseUnknownLocations(change: Change, named: readonly Id<"location">[]): Promise<void> {
  const found = await change.tx
    .select({ id: locations.id })
    .from(locations)
    .where(sql`${locations.id} = any(${sql.param(named)})`);
  const unknown = named.filter((id) => !found.some((location) => location.id === id));
  if (unknown.length > 0) throw new Refusal("location.unknown", { locationIds: unknown });
}
