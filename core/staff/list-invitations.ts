import { and, desc, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/staff";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { isOpen, shownInvitation } from "./invitation.ts";
import { invitations } from "./staff.table.ts";
import { nameOf } from "./who.ts";

const place = z.tuple([id("invitation")]);

export async function listInvitations(
  _by: Actor,
  { limit, cursor }: InputOf<typeof contract.listInvitations>,
): Promise<OutputOf<typeof contract.listInvitations>> {
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
    .where(and(isOpen, cursor === undefined ? undefined : lt(invitations.id, decodeCursor(cursor, place)[0])))
    .orderBy(desc(invitations.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (row) => [row.id], shownInvitation);
}
