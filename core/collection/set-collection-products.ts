import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type * as collection from "#core/contract/collection";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { insertRows } from "#core/db/insert-rows";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { collectionProducts, collections } from "./collection.table.ts";
import { lockedCollection } from "./lock-collection.ts";
import { emitCollectionEvent, productIdsOf, shownCollection } from "./show-collection.ts";

export async function setCollectionProducts(
  change: Change,
  { id, productIds, before: seen }: InputOf<typeof collection.setProducts>,
): Promise<collection.Collection> {
  await lockedCollection(change, id);
  const before = { productIds: await productIdsOf(change.tx, id) };
  const { difference } = editOf(before, { productIds });
  if (!difference) return shownCollection(change.tx, id);
  if (seen && seen.join() !== before.productIds.join()) throw new Refusal("version.stale");
  await fillCollection(change, id, productIds);
  await change.tx.update(collections).set({ updatedAt: change.at }).where(eq(collections.id, id));
  audit(change, "collection.setProducts", id, difference);
  return emitCollectionEvent(change, id);
}

/** Replaces a collection's products with these, in this order. */
export async function fillCollection(
  change: Change,
  collectionId: Id<"collection">,
  productIds: readonly Id<"product">[],
): Promise<void> {
  await change.tx.delete(collectionProducts).where(eq(collectionProducts.collectionId, collectionId));
  if (productIds.length === 0) return;
  const rows = productIds.map((productId, position) => ({ collectionId, productId, position }));
  await orRefuse(insertRows(change.tx, collectionProducts, rows), {
    collection_products_product_id_fkey: (productId) => new Refusal("product.unknown", { productId }),
  });
}
