import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { Refusal } from "#core/refusal";
import { withdrawAllBy } from "./invitation.ts";
import { lockedMember } from "./member.ts";
import { currentRights, refuseBeyond } from "./rights.ts";
import { apiKeys, sessions, staff } from "./staff.table.ts";

/**
 * The row stays, for the audit names it; the e-mail address is free again. The API keys that they made stay too, for they
 * are the store's: the answer and the audit name them, so that somebody decides.
 */
export async function removeStaff(
  change: Change,
  { id }: InputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  const { member, isLastOwner, askerIsGone } = await lockedMember(change, id);
  if (isLastOwner) throw new Refusal("staff.lastOwner");
  if (askerIsGone) throw new Refusal("right.missing", { right: "team.write" });
  refuseBeyond(change.by, await currentRights(change.tx, member.role));

  await change.tx.update(staff).set({ removedAt: change.at }).where(eq(staff.id, id));
  await change.tx.delete(sessions).where(eq(sessions.staffId, id));
  const invitationsWithdrawn = await withdrawAllBy(change, id);
  const keys = await workingKeysBy(change, id);
  const { email, name, role } = member;
  const after = { invitationsWithdrawn, keysLeft: keys.map((key) => ({ id: key.id, name: key.name })) };
  await audit(change, "staff.remove", id, { before: { email, name, role }, after });
  return { keys };
}

const workingKeysBy = ({ tx }: Change, staffId: Id<"staff">) =>
  tx
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      last4: apiKeys.last4,
      role: apiKeys.role,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.createdBy, staffId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, databaseNow)),
      ),
    )
    .orderBy(asc(apiKeys.id));
