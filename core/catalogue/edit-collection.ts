import { eq } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type * as collection from "#core/contract/collection";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { collections } from "./catalogue.table.ts";
import { refusedCollection } from "./create-collection.ts";
import { announceCollection, lockedCollection } from "./show-collection.ts";

export async function editCollection(
  change: Change,
  input: InputOf<typeof collection.edit>,
): Promise<collection.Collection> {
  const { id, expectedVersion: _, ...said } = input;
  const before = await lockedCollection(change, id);
  const after = { ...said, updatedAt: change.at };
  await orRefuse(change.tx.update(collections).set(after).where(eq(collections.id, id)), refusedCollection(said.slug));
  await audit(change, "collection.edit", id, differenceOf<Record<string, unknown>>(before, said));
  return announceCollection(change, id);
}
