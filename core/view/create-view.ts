import { auditPersonal } from "#core/audit/personal";
import type { InputOf } from "#core/contract/kit/operation";
import type * as view from "#core/contract/view";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { makerOf, shownView } from "./list-views.ts";
import { refusedView, views } from "./view.table.ts";

export async function createView(
  change: Change,
  { list, name, search, shared }: InputOf<typeof view.create>,
): Promise<view.View> {
  const row = { id: newId("view"), list, name, search, shared, madeBy: makerOf(change.by), createdAt: change.at };
  await orRefuse(change.tx.insert(views).values(row), refusedView);
  auditPersonal(change, "view.create", row.id, { after: { list, name, search, shared } });
  return shownView(change.by, row);
}
