import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/role";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { roles } from "#core/staff/staff.table";
import { endBeyond } from "./end-beyond.ts";
import { asInANewStore } from "./list-roles.ts";
import { lockedRole, refuseRoleChange } from "./set-rights.ts";

export async function resetRole(change: Change, { role }: InputOf<typeof contract.reset>): Promise<contract.RoleShown> {
  const { by, before } = await lockedRole(change, role);
  const after = asInANewStore(role);
  refuseRoleChange(by, before, after);
  await change.tx.delete(roles).where(eq(roles.role, role));
  const { title, rights } = after;
  const { difference } = editOf({ title: before.title, rights: before.rights }, { title, rights });
  if (!difference) return after;
  const ended = await endBeyond(change);
  audit(change, "role.reset", role, { ...difference, after: { ...difference.after, ...ended } }, "role");
  return after;
}
