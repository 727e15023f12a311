import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { lockedKeysMadeBy, named } from "#core/staff/keys/made-keys";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { withdrawAllBy } from "./invitation.ts";
import { lockedMember } from "./member.ts";
import { endReset } from "./password-reset.ts";
import { sessions, staff } from "./staff.table.ts";

/**
 * The row stays, because the audit refers to it; the email address can be used again. The person's API keys stay too,
 * because they belong to the store: the answer and the audit list them and the keys created by them, for someone to
 * decide.
 */
export async function removeStaff(
  change: Change,
  { id }: InputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  const { member, isLastOwner } = await lockedMember(change, id);
  if (isLastOwner) throw new Refusal("staff.lastOwner");
  const { by, rightsOf } = await recheckActor(change, "team.write");
  refuseBeyond(by, rightsOf(member.role));

  await change.tx.update(staff).set({ removedAt: change.at }).where(eq(staff.id, id));
  await change.tx.delete(sessions).where(eq(sessions.staffId, id));
  await endReset(change, id);
  const invitationsWithdrawn = (await withdrawAllBy(change, [id])).length;
  const keys = await lockedKeysMadeBy(change, id);
  const keysNamed = named(keys);
  const { email, name, role } = member;
  const after = { invitationsWithdrawn, keysLeft: keysNamed.map((key) => ({ id: key.id, name: key.name })) };
  audit(change, "staff.remove", id, { before: { email, name, role }, after });
  return { keys: keysNamed, keyCount: keys.length };
}
