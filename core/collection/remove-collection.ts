import * as z from "zod";
import { audit } from "#core/audit/record";
import { Collection, type remove } from "#core/contract/collection";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emit } from "#core/event/emit";
import { collections } from "./collection.table.ts";
import { lockedCollection } from "./lock-collection.ts";
import { productIdsOf } from "./show-collection.ts";

/**
 * There is no event for a removed collection. It is announced as one without products, which is the same to receivers.
 */
export async function removeCollection(
  change: Change,
  { id }: InputOf<typeof remove>,
): Promise<OutputOf<typeof remove>> {
  const before = { ...(await lockedCollection(change, id)), productIds: await productIdsOf(change.tx, id) };
  await change.tx.delete(collections).where(eq(collections.id, id));
  audit(change, "collection.remove", id, { before });
  emit(change, "collection.updated", id, z.encode(Collection, { ...before, productIds: [] }));
  return {};
}
