import { audit } from "#core/audit/record";
import type * as collection from "#core/contract/collection";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { insertAs } from "#core/slug";
import { collections } from "./collection.table.ts";
import { fillCollection } from "./set-collection-products.ts";
import { emitCollectionEvent } from "./show-collection.ts";

/** A new collection has no event of its own: it is announced by `collection.updated`. */
export async function createCollection(
  change: Change,
  input: InputOf<typeof collection.create>,
): Promise<collection.Collection> {
  const id = newId("collection");
  const { title, description, productIds } = input;
  const row = { id, title, description, createdAt: change.at, updatedAt: change.at };
  const slug = await insertAs({ given: input.slug, title, id, taken: "collection.slugTaken" }, (slug) =>
    change.tx
      .insert(collections)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: collections.slug })
      .returning({ id: collections.id }),
  );
  await fillCollection(change, id, productIds);
  audit(change, "collection.create", id, { after: { ...row, slug, productIds } });
  return emitCollectionEvent(change, id);
}
