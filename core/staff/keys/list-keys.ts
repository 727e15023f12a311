import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/key";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { desc, lt } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { apiKeys } from "#core/staff/staff.table";
import { keyFields, shownKey } from "./keys.ts";

export async function listKeys(
  _by: Actor,
  { limit, cursor }: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const after = idOfCursor(cursor, "key");
  const rows = await db()
    .select(keyFields)
    .from(apiKeys)
    .where(after && lt(apiKeys.id, after))
    .orderBy(desc(apiKeys.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id], shownKey);
}
