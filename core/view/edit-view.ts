import { editOf } from "#core/audit/edit-of";
import { auditPersonal } from "#core/audit/personal";
import type { InputOf } from "#core/contract/kit/operation";
import type * as view from "#core/contract/view";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { shownView } from "./list-views.ts";
import { lockedView } from "./locked-view.ts";
import { refusedView, views } from "./view.table.ts";

/** A colleague's view stays shared: if it became private to its creator, the editor could not undo that. */
export async function editView(change: Change, input: InputOf<typeof view.edit>): Promise<view.View> {
  const { id, ...fields } = input;
  const { row, isOwn } = await lockedView(change, id);
  if (!isOwn && fields.shared === false) throw new Refusal("view.notYours");
  const { after, difference } = editOf(row, fields);
  if (!difference) return shownView(change.by, row);
  await orRefuse(change.tx.update(views).set(after).where(eq(views.id, id)), refusedView);
  auditPersonal(change, "view.edit", id, difference);
  return shownView(change.by, after);
}
