import { and, eq, sql } from "drizzle-orm";
import type { Invitation } from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { invitations } from "./staff.table.ts";

/** Neither accepted nor withdrawn; it may have expired. */
export const isOpen = sql`${invitations.acceptedAt} is null and ${invitations.withdrawnAt} is null`;

type Row = Omit<Invitation, "invitedBy"> & { readonly invitedBy: string | null; readonly invitedByName: string | null };

export const shownInvitation = ({ invitedBy, invitedByName, ...row }: Row): Invitation => ({
  ...row,
  invitedBy: invitedBy === null ? null : { id: invitedBy, name: invitedByName ?? invitedBy },
});

/**
 * Withdraws what a person who is removed or demoted, or a key that is revoked, has sent out: no way back in through an
 * invitation of their own.
 * @returns how many there were.
 */
export async function withdrawAllBy(change: Change, inviter: string): Promise<number> {
  const withdrawn = await change.tx
    .update(invitations)
    .set({ withdrawnAt: change.at })
    .where(and(eq(invitations.invitedBy, inviter), isOpen))
    .returning({ id: invitations.id });
  return withdrawn.length;
}
