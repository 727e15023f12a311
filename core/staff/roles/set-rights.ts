import type { Actor } from "#core/actor";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import { type Right, type Role, rights, rightsAtFirst, titleAtFirst } from "#core/contract/rights";
import type * as contract from "#core/contract/role";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { roles } from "#core/staff/staff.table";
import { endBeyond } from "./end-beyond.ts";
import { shownRole } from "./list-roles.ts";
import { recheckActor } from "./recheck-actor.ts";
import { refuseBeyond, rightsHeld } from "./rights.ts";

export async function setRights(
  change: Change,
  { role, title, rights: wanted }: InputOf<typeof contract.set>,
): Promise<contract.RoleShown> {
  const { by, before } = await lockedRole(change, role);
  const after = {
    title: title ?? before.title,
    rights: wanted ? rights.filter((right) => wanted.includes(right)) : before.rights,
  };
  if (role === "owner" && after.rights.length < rights.length) throw new Refusal("role.ownerHasAll");
  refuseRoleChange(by, before, after);
  const [row] = await change.tx
    .update(roles)
    .set({ ...after, updatedAt: change.at })
    .where(eq(roles.role, role))
    .returning();
  if (!row) throw new Error("A locked role is gone.");
  const ended = await endBeyond(change);
  const changed = differenceOf({ title: before.title, rights: before.rights }, after);
  audit(change, "role.set", role, { ...changed, after: { ...changed.after, ...ended } }, "role");
  return shownRole(row);
}

interface RoleBefore {
  readonly role: Role;
  readonly title: string;
  readonly rights: readonly Right[];
}

/**
 * No one can grant a right that they lack, or change anything, even the name, of a role with rights that they lack.
 * No one can take `roles.write` from their own role either: it could not be given back.
 */
export function refuseRoleChange(by: Actor, before: RoleBefore, after: Omit<RoleBefore, "role">): void {
  const taken = before.rights.filter((right) => !after.rights.includes(right));
  if (by.role === before.role && taken.includes("roles.write")) throw new Refusal("role.ownRight");
  const given = after.rights.filter((right) => !before.rights.includes(right));
  refuseBeyond(by, taken.length > 0 || after.title !== before.title ? [...before.rights, ...given] : given);
}

/**
 * Locks all roles' rights, and the role's row, which is created if it is missing: of two concurrent changes, the second
 * sees the first.
 */
export async function lockedRole(change: Change, role: Role) {
  const { by } = await recheckActor(change, "roles.write", "alone");
  const atFirst = { role, title: titleAtFirst(role), rights: rightsAtFirst(role), updatedAt: change.at };
  const [row] = await change.tx
    .insert(roles)
    .values(atFirst)
    .onConflictDoUpdate({ target: roles.role, set: { title: sql`${roles.title}` } })
    .returning();
  if (!row) throw new Error("An upsert returned no row.");
  return { by, before: { ...row, rights: rightsHeld(role, row.rights) } };
}
