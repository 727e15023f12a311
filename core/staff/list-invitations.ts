import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import { db } from "#core/db/client";
import { and, desc, lt, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { isOpen, shownInvitation } from "./invitation.ts";
import { invitations } from "./staff.table.ts";
import { nameOf } from "./who.ts";

export async function listInvitations(
  _by: Actor,
  { limit, cursor }: InputOf<typeof contract.listInvitations>,
): Promise<OutputOf<typeof contract.listInvitations>> {
  const after = idOfCursor(cursor, "invitation");
  const rows = await db()
    .select({
      id: invitations.id,
      email: invitations.email,
      name: invitations.name,
      role: invitations.role,
      vendorId: invitations.vendorId,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      invitedBy: invitations.invitedBy,
      invitedByName: nameOf(sql`invitations.invited_by`),
    })
    .from(invitations)
    .where(and(isOpen, after && lt(invitations.id, after)))
    .orderBy(desc(invitations.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id], shownInvitation);
}
