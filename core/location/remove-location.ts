import { lockDefault } from "#core/audit/default-row";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as location from "#core/contract/location";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { locations } from "./location.table.ts";
import { lockedLocation } from "./lock-location.ts";
import { refuseHeld } from "./refuse-held.ts";

/** A location that has ever had stock, or that orders refer to, is closed and archived. */
export async function removeLocation(
  change: Change,
  { id }: InputOf<typeof location.remove>,
): Promise<OutputOf<typeof location.remove>> {
  await lockDefault(change, locations);
  const before = await lockedLocation(change, id);
  if (before.isDefault) throw new Refusal("location.default");
  await refuseHeld(change, id);
  const one = eq(locations.id, id);
  const deleted = await deletedUnlessReferred(change, (tx) => tx.delete(locations).where(one));
  if (!deleted && before.archivedAt) return { archived: true };
  const archived = { active: false, archivedAt: change.at };
  if (!deleted) await change.tx.update(locations).set(archived).where(one);
  audit(change, "location.remove", id, { before, after: { archived: !deleted } });
  return { archived: !deleted };
}
