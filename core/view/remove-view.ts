import { auditPersonal } from "#core/audit/personal";
import type { InputOf } from "#core/contract/kit/operation";
import type * as view from "#core/contract/view";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { shownView } from "./list-views.ts";
import { lockedView } from "./locked-view.ts";
import { views } from "./view.table.ts";

export async function removeView(change: Change, { id }: InputOf<typeof view.remove>): Promise<view.View> {
  const { row } = await lockedView(change, id);
  await change.tx.delete(views).where(eq(views.id, id));
  const { list, name, search, shared } = row;
  auditPersonal(change, "view.remove", id, { before: { list, name, search, shared } });
  return shownView(change.by, row);
}
