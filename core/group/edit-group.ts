import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type * as group from "#core/contract/group";
import type { InputOf } from "#core/contract/kit/operation";
import { customerGroups } from "#core/customer/customer.table";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { refusedGroup } from "./create-group.ts";
import { lockedGroup } from "./lock-group.ts";
import { shownGroup } from "./show-group.ts";

export async function editGroup(change: Change, input: InputOf<typeof group.edit>): Promise<group.Group> {
  const { id, ...fields } = input;
  const { after, difference } = editOf(await lockedGroup(change, id), fields);
  if (!difference) return shownGroup(change.tx, id);
  await orRefuse(change.tx.update(customerGroups).set(after).where(eq(customerGroups.id, id)), refusedGroup(after));
  audit(change, "group.edit", id, difference);
  return shownGroup(change.tx, id);
}
