import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { and, eq, isNull } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { sessions, staff } from "#core/staff/staff.table";

export async function revokeSessions(
  change: Change,
  { id }: InputOf<typeof contract.revokeSessions>,
): Promise<{ ended: number }> {
  const { by, rightsOf } = await recheckActor(change, "team.write");
  const [member] = await change.tx
    .select({ role: staff.role })
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.removedAt)));
  if (!member) throw new Refusal("staff.unknown");
  refuseBeyond(by, rightsOf(member.role));
  const ended = await change.tx.delete(sessions).where(eq(sessions.staffId, id)).returning({ id: sessions.id });
  audit(change, "staff.revokeSessions", id, { after: { sessionsEnded: ended.length } });
  return { ended: ended.length };
}
