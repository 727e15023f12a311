import type { Invitation } from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { and, type SQL, sql } from "#core/db/drizzle";
import { endResets } from "./password-reset.ts";
import { invitations } from "./staff.table.ts";

/** Neither accepted nor withdrawn; it may have expired. */
export const isOpen = sql`${invitations.acceptedAt} is null and ${invitations.withdrawnAt} is null`;

type Row = Omit<Invitation, "invitedBy"> & { readonly invitedBy: string | null; readonly invitedByName: string | null };

export const shownInvitation = ({ invitedBy, invitedByName, ...row }: Row): Invitation => ({
  ...row,
  invitedBy: invitedBy === null ? null : { id: invitedBy, name: invitedByName ?? invitedBy },
});

/**
 * Withdraws the invitations sent by people who are removed or demoted, or by keys that are revoked or limited, and ends
 * their links to new passwords: they must not get back in through what they have sent.
 * @returns those that were open, by sender.
 */
export async function withdrawAllBy(
  change: Change,
  inviters: readonly string[],
): Promise<{ invitedBy: string | null }[]> {
  await endResets(change, sql`created_by = any(${sql.param(inviters)})`);
  return endInvitations(change, sql`invited_by = any(${sql.param(inviters)})`);
}

/** @returns those that were open, by sender. */
export const endInvitations = async ({ tx, at }: Change, which: SQL): Promise<{ invitedBy: string | null }[]> =>
  tx
    .update(invitations)
    .set({ withdrawnAt: at })
    .where(and(which, isOpen))
    .returning({ invitedBy: invitations.invitedBy });
