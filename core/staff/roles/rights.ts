import type { Actor } from "#core/actor";
import { type Right, type Role, rights, rightsAtFirst } from "#core/contract/rights";
import type { Tx } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { roles } from "#core/staff/staff.table";

/** What a role may do, from what has been changed about it. The owner holds every right, whatever the record says. */
export function rightsHeld(role: Role, changed: readonly Right[] | null): Right[] {
  if (role === "owner") return [...rights];
  return changed ? rights.filter((right) => changed.includes(right)) : rightsAtFirst(role);
}

/** What a key may do: what its role may, and no more than the role that it is held to. */
export const rightsOfKey = (rights: readonly Right[], heldTo: readonly Right[] | null): Right[] =>
  rights.filter((right) => heldTo?.includes(right) ?? true);

export async function currentRights(tx: Pick<Tx, "select">, role: Role): Promise<Right[]> {
  const [row] = await tx.select({ rights: roles.rights }).from(roles).where(eq(roles.role, role));
  return rightsHeld(role, row?.rights ?? null);
}

/** Nobody gives a right that they lack, and nobody takes one from somebody or something that stands above them. */
export function refuseBeyond(by: Actor, wanted: readonly Right[]): void {
  const beyond = wanted.filter((right) => !by.rights.has(right));
  if (beyond.length > 0) throw new Refusal("right.beyond", { rights: beyond });
}
