import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { makerOf } from "./list-views.ts";
import { listsHiddenFrom } from "./lists-hidden.ts";
import { views } from "./view.table.ts";

/**
 * The actor's own view, or a shared one if the actor may edit the store. Others' private views, and those of lists that
 * the actor may not see, are unknown.
 */
export async function lockedView(change: Change, id: Id<"view">) {
  const [row] = await change.tx.select().from(views).where(eq(views.id, id)).for("update");
  const isOwn = row?.madeBy === makerOf(change.by);
  const isSeen = row?.shared && !listsHiddenFrom(change.by).includes(row.list);
  if (!row || !(isSeen || isOwn)) throw new Refusal("view.unknown");
  if (!isOwn && !change.by.rights.has("store.write")) throw new Refusal("view.notYours");
  return { row, isOwn };
}
