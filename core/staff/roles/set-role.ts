import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { withdrawAllBy } from "#core/staff/invitation";
import { holdKeys, named } from "#core/staff/keys/made-keys";
import { lockedMember, shownMember } from "#core/staff/member";
import { endReset } from "#core/staff/password-reset";
import { staff } from "#core/staff/staff.table";
import { recheckActor } from "./recheck-actor.ts";
import { vendorOfRole } from "./vendor-of-role.ts";

/**
 * Rights are looked up at every request, so a demotion takes effect with the next one. The person's keys are limited to
 * the new role: otherwise one of them could give the old role back.
 */
export async function setRole(
  change: Change,
  { id, role, vendorId }: InputOf<typeof contract.setRole>,
): Promise<OutputOf<typeof contract.setRole>> {
  const { member, isLastOwner } = await lockedMember(change, id);
  if (isLastOwner && role !== "owner") throw new Refusal("staff.lastOwner");
  const { by, rightsOf } = await recheckActor(change, "team.write");
  const [had, has] = [rightsOf(member.role), rightsOf(role)];
  refuseBeyond(by, [...had, ...has]);
  const boundTo = await vendorOfRole(change, role, vendorId);
  if (role === member.role && boundTo === member.vendorId) {
    return { ...(await shownMember(change, id)), keys: [], keyCount: 0 };
  }

  await change.tx.update(staff).set({ role, vendorId: boundTo }).where(eq(staff.id, id));
  // Whoever sent it may not be allowed to for the new role.
  await endReset(change, id);
  const losesSome = had.some((right) => !has.includes(right));
  const invitationsWithdrawn = losesSome ? (await withdrawAllBy(change, [id])).length : 0;
  const held = await holdKeys(change, id, { role, vendorId: boundTo });
  audit(change, "staff.setRole", id, {
    before: { role: member.role, vendorId: member.vendorId },
    after: {
      role,
      vendorId: boundTo,
      ...(invitationsWithdrawn > 0 && { invitationsWithdrawn }),
      ...(held.length > 0 && { keysHeld: held.length }),
    },
  });
  return { ...(await shownMember(change, id)), keys: named(held), keyCount: held.length };
}
