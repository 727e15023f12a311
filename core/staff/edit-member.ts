import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { and, eq, sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { askForMessage } from "#core/message/ask-for-message";
import { Refusal, refuseBeyond } from "#core/refusal";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { endInvitations } from "./invitation.ts";
import { lockedMember, shownMember } from "./member.ts";
import { endReset } from "./password-reset.ts";
import { sessions, staff } from "./staff.table.ts";

/**
 * With a new email address the person signs in again: the old mailbox, which a link to a new password was sent to, may
 * be someone else's now. The session that asks for its own new address stays. The old address is told, in case nobody
 * there has asked for it.
 */
export async function editMember(
  change: Change,
  { id, ...fields }: InputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { tx } = change;
  const { member } = await lockedMember(change, id);
  const { by, rightsOf } = await recheckActor(change, "team.write");
  refuseBeyond(by, rightsOf(member.role));

  const { name, email } = member;
  const { after, difference } = editOf({ name, email }, fields);
  if (difference) {
    await orRefuse(tx.update(staff).set(after).where(eq(staff.id, id)), {
      staff_email: () => new Refusal("staff.exists"),
    });
    const sessionsEnded = after.email === email ? 0 : await endAccess(change, id);
    if (after.email !== email) {
      // Nobody can accept one for an address that is taken.
      await endInvitations(change, sql`email = ${after.email}`);
      await askForMessage(change, {
        ...{ kind: "staff.emailChanged", channel: "email", recipient: email, cause: `emailChanged:${change.id}` },
        given: { name: after.name, changedBy: by.name, at: change.at.toISOString() },
      });
    }
    audit(change, "staff.edit", id, {
      ...difference,
      after: { ...difference.after, ...(sessionsEnded > 0 && { sessionsEnded }) },
    });
  }
  return shownMember(change, id);
}

/** @returns how many sessions there were. */
async function endAccess(change: Change, id: typeof staff.$inferSelect.id): Promise<number> {
  await endReset(change, id);
  const others = sql`${sessions.id} is distinct from ${change.by.sessionId}`;
  const ended = await change.tx
    .delete(sessions)
    .where(and(eq(sessions.staffId, id), others))
    .returning({ id: sessions.id });
  return ended.length;
}
