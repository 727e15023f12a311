import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/role";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { roles } from "#core/staff/staff.table";
import { asInANewStore } from "./list-roles.ts";
import { lockedRole, refuseRoleChange } from "./set-rights.ts";

export async function resetRole(change: Change, { role }: InputOf<typeof contract.reset>): Promise<contract.RoleShown> {
  const before = await lockedRole(change, role);
  const after = asInANewStore(role);
  refuseRoleChange(change, before, after);
  await change.tx.delete(roles).where(eq(roles.role, role));
  const { title, rights } = after;
  audit(
    change,
    "role.reset",
    role,
    differenceOf({ title: before.title, rights: before.rights }, { title, rights }),
    "role",
  );
  return after;
}
