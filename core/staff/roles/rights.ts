import { type Right, type Role, rights, rightsAtFirst } from "#core/contract/values/rights";
import type { Tx } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { roles } from "#core/staff/staff.table";

/** A role's rights: its defaults with its recorded changes. The owner has every right, whatever the record says. */
export function rightsHeld(role: Role, changed: readonly Right[] | null): Right[] {
  if (role === "owner") return [...rights];
  return changed ? rights.filter((right) => changed.includes(right)) : rightsAtFirst(role);
}

interface Limited {
  readonly heldTo: Role | null;
  readonly heldBefore: readonly Role[];
}

/** A key, or a person, whom nothing limits. */
export interface Holder extends Limited {
  readonly role: Role;
}

/** The roles that limit a key. */
export const limitsOf = ({ heldTo, heldBefore }: Limited): Role[] => [...heldBefore, ...(heldTo ? [heldTo] : [])];

/** A key's rights: those of its role that every role limiting it has as well. */
export const rightsOfKey = (rights: readonly Right[], limits: readonly (readonly Right[])[]): Right[] =>
  rights.filter((right) => limits.every((held) => held.includes(right)));

export type RightsOf = (role: Role) => readonly Right[];

/** What each role may do now, in one statement. */
export async function rightsNow(tx: Pick<Tx, "select">): Promise<RightsOf> {
  const changed = new Map((await tx.select().from(roles)).map((row) => [row.role, row.rights]));
  return (role) => rightsHeld(role, changed.get(role) ?? null);
}

export const rightsHeldBy = (holder: Holder, rightsOf: RightsOf): Right[] =>
  rightsOfKey(rightsOf(holder.role), limitsOf(holder).map(rightsOf));

export async function currentRights(tx: Pick<Tx, "select">, role: Role): Promise<Right[]> {
  const [row] = await tx.select({ rights: roles.rights }).from(roles).where(eq(roles.role, role));
  return rightsHeld(role, row?.rights ?? null);
}
