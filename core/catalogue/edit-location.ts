import { eq, sql } from "drizzle-orm";
import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { InputOf } from "#core/contract/kit";
import type * as location from "#core/contract/location";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { locations } from "./catalogue.table.ts";
import { refusedLocation } from "./create-location.ts";
import { endDefault, lockDefault } from "./default-row.ts";

type LocationRow = typeof locations.$inferSelect;

/** Changes a location, hands the default over to it, closes it or opens it again, also from the archive. */
export async function editLocation(change: Change, input: InputOf<typeof location.edit>): Promise<location.Location> {
  const { id, ...said } = input;
  const former = await lockDefault(change, locations);
  const before = await lockedLocation(change, id);
  const archivedAt = said.active ? null : before.archivedAt;
  const { after: row, difference } = editOf(before, { ...said, archivedAt });
  if (!difference) return before;
  if (before.isDefault && !(row.isDefault && row.active)) throw new Refusal("location.default");
  if (row.isDefault && !row.active) throw new Refusal("location.closed");
  if (before.active && !row.active) await refuseHeld(change, id);
  if (row.isDefault && former && former !== id) await endDefault(change, locations, "location.edit", former);
  await orRefuse(change.tx.update(locations).set(row).where(eq(locations.id, id)), refusedLocation);
  await audit(change, "location.edit", id, difference);
  return row;
}

/**
 * The location's row, held until the change ends. Whatever brings stock to a location holds the row too, so a
 * closing waits for goods that are just coming in, and goods that come a moment later find it closed.
 */
export async function lockedLocation(change: Change, id: Id<"location">): Promise<LocationRow> {
  const [row] = await change.tx.select().from(locations).where(eq(locations.id, id)).for("update");
  if (!row) throw new Refusal("location.unknown");
  return row;
}

/** A location that holds or owes anything stays open. Reads stock's table, for stock stands upon the catalogue. */
export async function refuseHeld(change: Change, id: Id<"location">): Promise<void> {
  const [held] = await change.tx.execute<{ onHand: number; reserved: number; committed: number }>(sql`
    select coalesce(sum(on_hand), 0)::float8 as "onHand", coalesce(sum(reserved), 0)::float8 as reserved,
      coalesce(sum(committed), 0)::float8 as committed
    from balances where location_id = ${id}`);
  if (held && held.onHand + held.reserved + held.committed > 0) throw new Refusal("location.inUse", { ...held });
}
