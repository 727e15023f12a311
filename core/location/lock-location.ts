import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq, type SQL, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { locations } from "./location.table.ts";

/**
 * An advisory lock for a location: shared for moving stock there, exclusive for closing it. Row locks have no fair
 * queue: with constant stock movements, new shared row locks would be granted before the waiting exclusive one.
 */
const turn = (id: SQL | Id<"location">): SQL => sql`7, hashtext(${id})`;

/**
 * Locks the location's row until the change ends. Everything that brings stock to a location locks the row too, so
 * closing waits for goods that are just coming in, and goods that come a moment later find it closed.
 */
export async function lockedLocation(change: Change, id: Id<"location">): Promise<typeof locations.$inferSelect> {
  await change.tx.execute(sql`select pg_advisory_xact_lock(${turn(id)})`);
  const [row] = await change.tx.select().from(locations).where(eq(locations.id, id)).for("update");
  if (!row) throw new Refusal("location.unknown");
  return row;
}

/**
 * Keeps locations unchanged until the change ends, and refuses unknown or closed ones: a closed location has no stock,
 * and nothing may arrive while it is being closed.
 */
export async function lockOpenLocations(change: Change, locationIds: readonly Id<"location">[]): Promise<void> {
  const found = await change.tx.execute<{ id: Id<"location">; open: boolean }>(sql`
    select id, active and archived_at is null as open, pg_advisory_xact_lock_shared(${turn(sql`id`)}) from locations
    where id = any(${sql.param(locationIds)}) order by id for share`);
  const unknown = locationIds.filter((locationId) => !found.some(({ id }) => id === locationId));
  if (unknown.length > 0) throw new Refusal("location.unknown", { locationIds: unknown });
  const closed = found.filter(({ open }) => !open).map(({ id }) => id);
  if (closed.length > 0) throw new Refusal("location.closed", { locationIds: closed });
}
