import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
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
  const ended = await endBeyond(change);
  const { title, rights } = after;
  const changed = differenceOf({ title: before.title, rights: before.rights }, { title, rights });
  audit(change, "role.reset", role, { ...changed, after: { ...changed.after, ...ended } }, "role");
  return after;
}
