import { endDefault, lockDefault } from "#core/audit/default-row";
import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as location from "#core/contract/location";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { locations, refusedLocation } from "./location.table.ts";
import { lockedLocation } from "./lock-location.ts";
import { refuseHeld } from "./refuse-held.ts";

/** Changes a location, makes it the default, closes it, or opens it again, even from the archive. */
export async function editLocation(change: Change, input: InputOf<typeof location.edit>): Promise<location.Location> {
  const { id, ...fields } = input;
  const former = await lockDefault(change, locations);
  const before = await lockedLocation(change, id);
  const archivedAt = fields.active ? null : before.archivedAt;
  const { after: row, difference } = editOf(before, { ...fields, archivedAt });
  if (!difference) return before;
  if (before.isDefault && !(row.isDefault && row.active)) throw new Refusal("location.default");
  if (row.isDefault && !row.active) throw new Refusal("location.closed");
  if (before.active && !row.active) await refuseHeld(change, id);
  if (row.isDefault && former && former !== id) await endDefault(change, locations, "location.edit", former);
  await orRefuse(change.tx.update(locations).set(row).where(eq(locations.id, id)), refusedLocation);
  audit(change, "location.edit", id, difference);
  return row;
}
