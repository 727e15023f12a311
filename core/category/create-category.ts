import { audit } from "#core/audit/record";
import type * as category from "#core/contract/category";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { insertAs } from "#core/slug";
import { categories } from "./category.table.ts";
import { lockTree, place, refuseParent, shownCategory } from "./category-tree.ts";

export async function createCategory(
  change: Change,
  input: InputOf<typeof category.create>,
  id = newId("category"),
): Promise<category.Category> {
  await lockTree(change);
  const { name, parentId } = input;
  await refuseParent(change, id, parentId);
  const row = { id, name, parentId, position: 0, createdAt: change.at };
  const slug = await insertAs({ given: input.slug, title: name, id, taken: "category.slugTaken" }, (slug) =>
    change.tx
      .insert(categories)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: categories.slug })
      .returning({ id: categories.id }),
  );
  await place(change, { ...row, slug }, input.position);
  const shown = await shownCategory(change.tx, id);
  audit(change, "category.create", id, { after: shown });
  return shown;
}
