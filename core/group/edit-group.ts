import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type * as group from "#core/contract/group";
import type { InputOf } from "#core/contract/kit";
import { customerGroups } from "#core/customer/customer.table";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { refusedGroup } from "./create-group.ts";
import { shownGroup } from "./show-group.ts";

export async function editGroup(change: Change, input: InputOf<typeof group.edit>): Promise<group.Group> {
  const { id, ...fields } = input;
  const { after, difference } = editOf(await lockedGroup(change, id), fields);
  if (!difference) return shownGroup(change.tx, id);
  await orRefuse(change.tx.update(customerGroups).set(after).where(eq(customerGroups.id, id)), refusedGroup(after));
  audit(change, "group.edit", id, difference);
  return shownGroup(change.tx, id);
}

/** Locks the group's row until the change ends. */
export async function lockedGroup({ tx }: Change, id: Id<"group">): Promise<typeof customerGroups.$inferSelect> {
  const [row] = await tx.select().from(customerGroups).where(eq(customerGroups.id, id)).for("update");
  if (!row) throw new Refusal("group.unknown");
  return row;
}
