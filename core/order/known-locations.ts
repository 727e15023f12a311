import { sql } from "drizzle-orm";
import { locations } from "#core/catalogue/catalogue.table";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";

/**
 * The store's default location, and a look whether those named are there.
 * @throws Refusal `location.unknown` with the ids that are not.
 */
export async function knownLocations(
  change: Change,
  named: readonly Id<"location">[],
): Promise<{ standard: Id<"location"> | undefined }> {
  const found = await change.tx
    .select({ id: locations.id, isDefault: locations.isDefault })
    .from(locations)
    .where(sql`${locations.id} = any(${sql.param(named)}) or ${locations.isDefault}`);
  const unknown = named.filter((id) => !found.some((location) => location.id === id));
  if (unknown.length > 0) throw new Refusal("location.unknown", { locationIds: unknown });
  return { standard: found.find(({ isDefault }) => isDefault)?.id };
}
