import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as view from "#core/contract/view";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { makerOf, shownView } from "./list-views.ts";
import { views } from "./view.table.ts";

/** One's own, or one that is shared for whoever may change the store. Of what others keep for themselves nobody hears. */
export async function removeView(change: Change, { id }: InputOf<typeof view.remove>): Promise<view.View> {
  const [row] = await change.tx.select().from(views).where(eq(views.id, id)).for("update");
  const isOwn = row?.madeBy === makerOf(change.by);
  if (!row || !(row.shared || isOwn)) throw new Refusal("view.unknown");
  if (!isOwn && !change.by.rights.has("store.write")) throw new Refusal("view.notYours");
  await change.tx.delete(views).where(eq(views.id, id));
  const { list, name, search, shared } = row;
  await audit(change, "view.remove", id, { before: { list, name, search, shared } });
  return shownView(change.by, row);
}
