import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/key";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { withdrawAllBy } from "./invitation.ts";
import { keyFields, shownKey } from "./keys.ts";
import { currentRights, refuseBeyond } from "./rights.ts";
import { apiKeys } from "./staff.table.ts";

/**
 * The key stays on the record, with who revoked it and when. What it set in motion does not outlast it: whoever has got
 * hold of a key could otherwise come back through an invitation it sent.
 */
export async function revokeKey(change: Change, { id }: InputOf<typeof contract.revoke>): Promise<contract.ApiKey> {
  const { tx, by, at } = change;
  const [key] = await tx
    .select({ role: apiKeys.role, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
    .for("update");
  if (!key) throw new Refusal("key.unknown");
  if (key.revokedAt) throw new Refusal("key.revoked");
  refuseBeyond(by, await currentRights(tx, key.role));

  await tx.update(apiKeys).set({ revokedAt: at, revokedBy: by.id }).where(eq(apiKeys.id, id));
  const invitationsWithdrawn = await withdrawAllBy(change, id);
  const [row] = await tx.select(keyFields).from(apiKeys).where(eq(apiKeys.id, id));
  if (!row) throw new Error("A locked key is gone.");
  await audit(change, "key.revoke", id, {
    after: { revokedAt: at, name: row.name, ...(invitationsWithdrawn > 0 && { invitationsWithdrawn }) },
  });
  return shownKey(row);
}
