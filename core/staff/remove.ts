import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { withdrawAllBy } from "./invitation.ts";
import { lockedMember } from "./member.ts";
import { currentRights, refuseBeyond } from "./rights.ts";
import { sessions, staff } from "./staff.table.ts";

/** The row stays, for the audit names it; the e-mail address is free again. */
export async function removeStaff(
  change: Change,
  { id }: InputOf<typeof contract.remove>,
): Promise<Record<string, never>> {
  const { member, isLastOwner, askerIsGone } = await lockedMember(change, id);
  if (isLastOwner) throw new Refusal("staff.lastOwner");
  if (askerIsGone) throw new Refusal("right.missing", { right: "team.write" });
  refuseBeyond(change.by, await currentRights(change.tx, member.role));

  await change.tx.update(staff).set({ removedAt: change.at }).where(eq(staff.id, id));
  await change.tx.delete(sessions).where(eq(sessions.staffId, id));
  const invitationsWithdrawn = await withdrawAllBy(change, id);
  const { email, name, role } = member;
  await audit(change, "staff.remove", id, { before: { email, name, role }, after: { invitationsWithdrawn } });
  return {};
}
