import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type * as category from "#core/contract/category";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { categories, refusedCategory } from "./category.table.ts";
import { categoryIn, closeGap, lockTree, place, refuseParent, shownCategory } from "./category-tree.ts";

/** Renames a category, or moves it with everything in it. */
export async function editCategory(change: Change, input: InputOf<typeof category.edit>): Promise<category.Category> {
  const { id, position, ...fields } = input;
  await lockTree(change);
  const before = await categoryIn(change, id);
  const { after } = editOf(before, fields);
  const moves = after.parentId !== before.parentId;
  if (moves) await refuseParent(change, id, after.parentId);
  await orRefuse(change.tx.update(categories).set(after).where(eq(categories.id, id)), refusedCategory);
  if (moves || position !== undefined) await place(change, after, position);
  if (moves) await closeGap(change, before.parentId);
  const shown = await shownCategory(change.tx, id);
  const { difference } = editOf(before, { ...after, position: shown.position });
  if (difference) audit(change, "category.edit", id, difference);
  return shown;
}
