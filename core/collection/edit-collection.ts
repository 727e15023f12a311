import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type * as collection from "#core/contract/collection";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { collections, refusedCollection } from "./collection.table.ts";
import { lockedCollection } from "./lock-collection.ts";
import { emitCollectionEvent, shownCollection } from "./show-collection.ts";

export async function editCollection(
  change: Change,
  input: InputOf<typeof collection.edit>,
): Promise<collection.Collection> {
  const { id, ...fields } = input;
  const { after, difference } = editOf(await lockedCollection(change, id), fields);
  if (!difference) return shownCollection(change.tx, id);
  await orRefuse(
    change.tx
      .update(collections)
      .set({ ...after, updatedAt: change.at })
      .where(eq(collections.id, id)),
    refusedCollection,
  );
  audit(change, "collection.edit", id, difference);
  return emitCollectionEvent(change, id);
}
