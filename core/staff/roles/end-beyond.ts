import type { Role } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { endInvitations } from "#core/staff/invitation";
import { endResets } from "#core/staff/password-reset";
import { type Holder, rightsHeldBy, rightsNow } from "./rights.ts";

interface Sent extends Holder, Record<string, unknown> {
  /** The invitation's, or that of the link's recipient. */
  readonly id: string;
  /** The role of the recipient. */
  readonly gives: Role;
}

/**
 * After a change of a role's rights: withdraws the invitations and ends the links to new passwords that their senders
 * could no longer send, because they may not manage the team or because the recipient has a right that they lack.
 * @returns how many, for the audit.
 */
export async function endBeyond(change: Change) {
  const rightsOf = await rightsNow(change.tx);
  const sent = await change.tx.execute<Sent>(sql`
    with sent as (
      select id, role, invited_by as sender from invitations where accepted_at is null and withdrawn_at is null
      union all
      select staff.id, staff.role, created_by from password_resets join staff on staff.id = staff_id),
    sender as (
      select id, role, null as held_to, '{}'::text[] as held_before from staff
      union all
      select id, role, held_to, held_before from api_keys)
    select sent.id, sent.role as gives, sender.role, held_to as "heldTo", held_before as "heldBefore"
    from sent join sender on sender.id = sent.sender`);
  const ids = sent.flatMap(({ id, gives, ...sender }) => {
    const may = rightsHeldBy(sender, rightsOf);
    return may.includes("team.write") && rightsOf(gives).every((right) => may.includes(right)) ? [] : [id];
  });
  if (ids.length === 0) return {};
  const invitationsWithdrawn = (await endInvitations(change, sql`id = any(${sql.param(ids)})`)).length;
  const passwordLinksEnded = (await endResets(change, sql`staff_id = any(${sql.param(ids)})`)).length;
  return {
    ...(invitationsWithdrawn > 0 && { invitationsWithdrawn }),
    ...(passwordLinksEnded > 0 && { passwordLinksEnded }),
  };
}
