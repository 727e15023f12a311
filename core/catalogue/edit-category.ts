import { eq } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type * as category from "#core/contract/category";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { categories } from "./catalogue.table.ts";
import { categoryIn, lockTree, place, refuseParent, shownCategory } from "./category-tree.ts";
import { refusedCategory } from "./create-category.ts";

/** Renames a category or moves it, with all within it. */
export async function editCategory(change: Change, input: InputOf<typeof category.edit>): Promise<category.Category> {
  const { id, expectedVersion: _, position, ...said } = input;
  await lockTree(change);
  const before = await categoryIn(change, id);
  const row = { ...before, parentId: said.parentId === undefined ? before.parentId : said.parentId };
  const moves = row.parentId !== before.parentId;
  if (moves) await refuseParent(change, id, row.parentId);
  const after = { name: said.name ?? before.name, slug: said.slug ?? before.slug, parentId: row.parentId };
  await orRefuse(change.tx.update(categories).set(after).where(eq(categories.id, id)), refusedCategory(said.slug));
  if (moves || position !== undefined) await place(change, row, position);
  const shown = await shownCategory(change.tx, id);
  await audit(change, "category.edit", id, differenceOf(before, { ...after, position: shown.position }));
  return shown;
}
