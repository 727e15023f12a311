import * as role from "#core/contract/role";
import { listRoles } from "#core/staff/roles/list-roles";
import { resetRole } from "#core/staff/roles/reset-role";
import { setRights } from "#core/staff/roles/set-rights";
import { reads, writes } from "#functions/admin";

export const list = reads(role.list, listRoles);
export const set = writes(role.set, setRights);
export const reset = writes(role.reset, resetRole);
