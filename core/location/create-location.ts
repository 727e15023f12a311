import { endDefault, lockDefault } from "#core/audit/default-row";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as location from "#core/contract/location";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { locations, refusedLocation } from "./location.table.ts";

/** The first location becomes the default, as does one that is created as the default. */
export async function createLocation(
  change: Change,
  input: InputOf<typeof location.create>,
): Promise<location.Location> {
  const former = await lockDefault(change, locations);
  const { code, name, address, phone, pickupPlaces, priority } = input;
  const isDefault = input.isDefault || former === undefined;
  if (isDefault && former) await endDefault(change, locations, "location.create", former);
  const id = newId("location");
  const row = {
    ...{ id, code, name, address, phone, pickupPlaces, priority },
    ...{ active: true, isDefault, createdAt: change.at, archivedAt: null },
  };
  await orRefuse(change.tx.insert(locations).values(row), refusedLocation);
  audit(change, "location.create", id, { after: row });
  return row;
}
