import { randomBytes } from "node:crypto";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { and, eq, isNull, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { askForMessage } from "#core/message/ask-for-message";
import { Refusal, refuseBeyond } from "#core/refusal";
import { digest } from "#core/secret";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { vendorOfRole } from "#core/staff/roles/vendor-of-role";
import { isOpen, shownInvitation } from "./invitation.ts";
import { linkTo } from "./link-to.ts";
import { invitations, staff } from "./staff.table.ts";

const lastsDays = 7;

/** One open invitation per address: a second one ends the first, whose link no longer works. */
export async function inviteStaff(
  change: Change,
  { email, name, role, vendorId }: InputOf<typeof contract.invite>,
): Promise<OutputOf<typeof contract.invite>> {
  const { tx, at } = change;
  const { by, rightsOf } = await recheckActor(change, "team.write");
  refuseBeyond(by, rightsOf(role));
  const boundTo = await vendorOfRole(change, role, vendorId);
  const replaced = await withdrawnFor(change, email);
  if (replaced) refuseBeyond(by, rightsOf(replaced.role));
  const [member] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.email, email), isNull(staff.removedAt)));
  if (member) throw new Refusal("staff.exists");

  const token = randomBytes(32).toString("base64url");
  const row = {
    id: newId("invitation"),
    tokenHash: digest(token),
    email,
    name,
    role,
    vendorId: boundTo,
    invitedBy: by.id,
    createdAt: at,
    expiresAt: new Date(at.getTime() + lastsDays * 86_400_000),
  };
  await tx.insert(invitations).values(row);
  audit(change, "staff.invite", row.id, { before: replaced, after: { email, name, role, vendorId: boundTo } });
  const link = linkTo("/accept-invitation", token);
  await askForMessage(change, {
    ...{ kind: "staff.invited", channel: "email", recipient: email, cause: `invitation:${row.id}` },
    given: { name, role, invitedBy: by.name, expiresAt: row.expiresAt.toISOString() },
    link,
  });
  return { ...shownInvitation({ ...row, invitedByName: by.name }), link };
}

/** Ends an address's open invitation. A concurrent invitation to the same address waits, and then ends this one. */
async function withdrawnFor({ tx, at }: Change, email: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(3, hashtext(${email}))`);
  const [withdrawn] = await tx
    .update(invitations)
    .set({ withdrawnAt: at })
    .where(and(eq(invitations.email, email), isOpen))
    .returning({
      invitationId: invitations.id,
      name: invitations.name,
      role: invitations.role,
      vendorId: invitations.vendorId,
    });
  return withdrawn ?? null;
}
