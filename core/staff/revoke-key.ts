import { and, eq, isNull } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/key";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { keyFields, shownKey } from "./keys.ts";
import { apiKeys } from "./staff.table.ts";

/** The key stays on the record, with who revoked it and when. */
export async function revokeKey(change: Change, { id }: InputOf<typeof contract.revoke>): Promise<contract.ApiKey> {
  const [revoked] = await change.tx
    .update(apiKeys)
    .set({ revokedAt: change.at, revokedBy: change.by.id })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  const [row] = await change.tx.select(keyFields).from(apiKeys).where(eq(apiKeys.id, id));
  if (!row) throw new Refusal("key.unknown");
  if (!revoked) throw new Refusal("key.revoked");
  await audit(change, "key.revoke", id, { after: { revokedAt: change.at, name: row.name } });
  return shownKey(row);
}
