import * as z from "zod";
import { Collection } from "#core/contract/collection";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import type { Db } from "#core/db/client";
import { asc, eq } from "#core/db/drizzle";
import { emit } from "#core/event/emit";
import { Refusal } from "#core/refusal";
import { collectionProducts, collections } from "./collection.table.ts";

/** As the API and its event show it. */
export async function shownCollection(tx: Db, id: Id<"collection">): Promise<Collection> {
  const [row] = await tx.select().from(collections).where(eq(collections.id, id));
  if (!row) throw new Refusal("collection.unknown");
  return { ...row, productIds: await productIdsOf(tx, id) };
}

export async function productIdsOf(tx: Db, id: Id<"collection">): Promise<Id<"product">[]> {
  const held = await tx
    .select({ productId: collectionProducts.productId })
    .from(collectionProducts)
    .where(eq(collectionProducts.collectionId, id))
    .orderBy(asc(collectionProducts.position), asc(collectionProducts.productId));
  return held.map(({ productId }) => productId);
}

/** Emits the event of a changed collection, and returns the collection as the API and the event show it. */
export async function emitCollectionEvent(change: Change, id: Id<"collection">): Promise<Collection> {
  const shown = await shownCollection(change.tx, id);
  emit(change, "collection.updated", id, z.encode(Collection, shown));
  return shown;
}
