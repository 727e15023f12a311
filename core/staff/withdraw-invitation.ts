import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { and, eq } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { isOpen } from "./invitation.ts";
import { invitations } from "./staff.table.ts";

export async function withdrawInvitation(
  change: Change,
  { id }: InputOf<typeof contract.withdrawInvitation>,
): Promise<Record<string, never>> {
  const { by, rightsOf } = await recheckActor(change, "team.write");
  const [withdrawn] = await change.tx
    .update(invitations)
    .set({ withdrawnAt: change.at })
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ email: invitations.email, role: invitations.role });
  if (!withdrawn) throw new Refusal("invitation.unknown");
  refuseBeyond(by, rightsOf(withdrawn.role));
  audit(change, "staff.withdrawInvitation", id, { before: withdrawn });
  return {};
}
