import type * as contract from "#core/contract/key";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { apiKeys } from "#core/staff/staff.table";
import { keyFields, shownKey } from "./keys.ts";
import { lockedKeysMadeBy, named, revokeAll } from "./made-keys.ts";

/**
 * The key stays on record, with who revoked it and when. The keys that it has created are listed, or revoked with it. A
 * key that is already revoked may be given again, since only the answer lists what it has created.
 */
export async function revokeKey(
  change: Change,
  { id, andMade }: InputOf<typeof contract.revoke>,
): Promise<OutputOf<typeof contract.revoke>> {
  const { tx } = change;
  const { by, rightsOf } = await recheckActor(change, "apikeys.write");
  const [key] = await tx
    .select({ id: apiKeys.id, name: apiKeys.name, role: apiKeys.role, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
    .for("update");
  if (!key) throw new Refusal("key.unknown");
  const made = await lockedKeysMadeBy(change, id);
  const revoking = [...(key.revokedAt ? [] : [key]), ...(andMade ? made : [])];
  if (revoking.length === 0) throw new Refusal("key.revoked");
  refuseBeyond(by, [...new Set(revoking.flatMap((one) => rightsOf(one.role)))]);

  await revokeAll(change, revoking);
  const [row] = await tx.select(keyFields).from(apiKeys).where(eq(apiKeys.id, id));
  if (!row) throw new Error("A locked key is gone.");
  return { ...shownKey(row), made: named(made), madeCount: made.length };
}
