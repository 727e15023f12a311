import { eq, sql } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as location from "#core/contract/location";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { locations } from "./catalogue.table.ts";

/** The first location is the default, and so is one that says it is. */
export async function createLocation(
  change: Change,
  input: InputOf<typeof location.create>,
): Promise<location.Location> {
  const former = await lockDefaultLocation(change);
  const { code, name, address, priority } = input;
  const isDefault = input.isDefault || former === undefined;
  if (isDefault && former) await endDefaultLocation(change, "location.create", former.id);
  const id = newId("location");
  const row = { id, code, name, address, priority, active: true, isDefault, createdAt: change.at, archivedAt: null };
  await orRefuse(change.tx.insert(locations).values(row), refusedLocation(code));
  await audit(change, "location.create", id, { after: row });
  return row;
}

/** The default location, if there is one yet; nobody else can make another the default until the change ends. */
export async function lockDefaultLocation(change: Change) {
  await change.tx.execute(sql`lock table ${locations} in share row exclusive mode`);
  const [row] = await change.tx.select({ id: locations.id }).from(locations).where(eq(locations.isDefault, true));
  return row;
}

/** Another takes its place, which is told in its own history too. */
export async function endDefaultLocation(change: Change, action: string, id: location.Location["id"]): Promise<void> {
  await change.tx.update(locations).set({ isDefault: false }).where(eq(locations.id, id));
  await audit(change, action, id, { before: { isDefault: true }, after: { isDefault: false } });
}

export const refusedLocation = (code: string | undefined) => ({
  locations_code_key: () => new Refusal("location.codeTaken", { code }),
});
