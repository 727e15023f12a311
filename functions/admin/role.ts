import * as role from "#core/contract/role";
import { listRoles } from "#core/staff/list-roles";
import { resetRole } from "#core/staff/reset-role";
import { setRights } from "#core/staff/set-rights";
import { reads, writes } from "#functions/admin";

export const list = reads(role.list, listRoles);
export const set = writes(role.set, setRights);
export const reset = writes(role.reset, resetRole);
