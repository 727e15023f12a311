import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { askForMessage } from "#core/message/ask-for-message";
import { Refusal, refuseBeyond } from "#core/refusal";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { lockedMember } from "./member.ts";
import { writeReset } from "./password-reset.ts";

/**
 * For someone who has forgotten their password. The password stays until the link is used. Nobody resets their own:
 * a stolen session would otherwise become a stolen account.
 */
export async function resetPassword(
  change: Change,
  { id }: InputOf<typeof contract.resetPassword>,
): Promise<OutputOf<typeof contract.resetPassword>> {
  if (id === change.by.id) throw new Refusal("staff.ownPassword");
  const { member } = await lockedMember(change, id);
  const { by, rightsOf } = await recheckActor(change, "team.write");
  refuseBeyond(by, rightsOf(member.role));

  const { email, name } = member;
  const { link, expiresAt } = await writeReset(change, id);
  await askForMessage(change, {
    ...{ kind: "staff.passwordReset", channel: "email", recipient: email, cause: `passwordReset:${change.id}` },
    given: { name, sentBy: change.by.name, expiresAt: expiresAt.toISOString() },
    link,
  });
  return { email, name, link, expiresAt };
}
