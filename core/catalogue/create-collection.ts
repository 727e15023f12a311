import { audit } from "#core/audit/record";
import type * as collection from "#core/contract/collection";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { collections } from "./catalogue.table.ts";
import { fillCollection } from "./set-collection-products.ts";
import { announceCollection } from "./show-collection.ts";
import { freeSlug } from "./slug.ts";

/** There is no event of its own for a new collection: `collection.updated` is how whoever listens hears of it. */
export async function createCollection(
  change: Change,
  input: InputOf<typeof collection.create>,
): Promise<collection.Collection> {
  const id = newId("collection");
  const { title, description, productIds } = input;
  const slug = input.slug ?? (await freeSlug(change, collections, title, id));
  const row = { id, title, slug, description, createdAt: change.at, updatedAt: change.at };
  await orRefuse(change.tx.insert(collections).values(row), refusedCollection(slug));
  await fillCollection(change, id, productIds);
  await audit(change, "collection.create", id, { after: { ...row, productIds } });
  return announceCollection(change, id);
}

export const refusedCollection = (slug: string | undefined) => ({
  collections_slug_key: () => new Refusal("collection.slugTaken", { slug }),
});
