import type { OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/role";
import { groupOf, labelOf, rights, rightsAtFirst, roles as theFour, titleAtFirst } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { roles } from "#core/staff/staff.table";
import { rightsHeld } from "./rights.ts";

export async function listRoles(): Promise<OutputOf<typeof contract.list>> {
  const changed = new Map((await db().select().from(roles)).map((row) => [row.role, row]));
  return {
    items: theFour.map((role) => {
      const row = changed.get(role);
      return row ? shownRole(row) : asInANewStore(role);
    }),
    rights: rights.map((right) => ({ right, label: labelOf(right), group: groupOf(right) })),
  };
}

export const shownRole = ({ role, title, rights, updatedAt }: typeof roles.$inferSelect): contract.RoleShown => ({
  role,
  title,
  rights: rightsHeld(role, rights),
  changedAt: updatedAt,
});

export const asInANewStore = (role: contract.RoleShown["role"]): contract.RoleShown => ({
  role,
  title: titleAtFirst(role),
  rights: rightsAtFirst(role),
  changedAt: null,
});
