import { audit } from "#core/audit/record";
import type * as category from "#core/contract/category";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { categories } from "./catalogue.table.ts";
import { lockTree, place, refuseParent, shownCategory } from "./category-tree.ts";
import { freeSlug } from "./slug.ts";

export async function createCategory(
  change: Change,
  input: InputOf<typeof category.create>,
): Promise<category.Category> {
  await lockTree(change);
  const id = newId("category");
  const { name, parentId } = input;
  await refuseParent(change, id, parentId);
  const slug = input.slug ?? (await freeSlug(change, categories, name, id));
  const row = { id, name, parentId, slug, position: 0, createdAt: change.at };
  await orRefuse(change.tx.insert(categories).values(row), refusedCategory(slug));
  await place(change, row, input.position);
  const shown = await shownCategory(change.tx, id);
  await audit(change, "category.create", id, { after: shown });
  return shown;
}

export const refusedCategory = (slug: string | undefined) => ({
  categories_slug_key: () => new Refusal("category.slugTaken", { slug }),
});
