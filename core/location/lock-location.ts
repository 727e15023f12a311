import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { eq, type SQL, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { locations } from "./location.table.ts";

/**
 * A place in the line for a location, shared by whatever moves stock there and taken alone by whoever closes it. Locks
 * of rows have no line: while stock moves all the time, each new share of the row is given before the closing that waits.
 */
const turn = (id: SQL | Id<"location">): SQL => sql`7, hashtext(${id})`;

/**
 * The location's row, held until the change ends. Whatever brings stock to a location holds the row too, so a
 * closing waits for goods that are just coming in, and goods that come a moment later find it closed.
 */
export async function lockedLocation(change: Change, id: Id<"location">): Promise<typeof locations.$inferSelect> {
  await change.tx.execute(sql`select pg_advisory_xact_lock(${turn(id)})`);
  const [row] = await change.tx.select().from(locations).where(eq(locations.id, id)).for("update");
  if (!row) throw new Refusal("location.unknown");
  return row;
}

/**
 * Keeps locations as they are until the change ends, and refuses those that are not there or are closed: a closed
 * location holds nothing, and nothing may arrive there while it is being closed.
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
