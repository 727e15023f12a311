import type { Actor } from "#core/actor";
import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/role";
import { type Right, type Role, rights } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { roles } from "#core/staff/staff.table";
import { endBeyond } from "./end-beyond.ts";
import { asInANewStore, shownRole } from "./list-roles.ts";
import { recheckActor } from "./recheck-actor.ts";

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
  const { difference } = editOf({ title: before.title, rights: before.rights }, after);
  if (!difference) return before;
  const written = { ...after, updatedAt: change.at };
  await change.tx
    .insert(roles)
    .values({ role, ...written })
    .onConflictDoUpdate({ target: roles.role, set: written });
  const ended = await endBeyond(change);
  audit(change, "role.set", role, { ...difference, after: { ...difference.after, ...ended } }, "role");
  return shownRole({ role, ...written });
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

/** Locks all roles' rights until the change ends: of two concurrent changes, the second sees the first. */
export async function lockedRole(change: Change, role: Role): Promise<{ by: Actor; before: contract.RoleShown }> {
  const { by } = await recheckActor(change, "roles.write", "alone");
  const [row] = await change.tx.select().from(roles).where(eq(roles.role, role));
  return { by, before: row ? shownRole(row) : asInANewStore(role) };
}
