import { desc, lt } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/fields";
import type * as contract from "#core/contract/key";
import type { InputOf, OutputOf } from "#core/contract/kit";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { keyFields, shownKey } from "./keys.ts";
import { apiKeys } from "./staff.table.ts";

const place = z.tuple([id("key")]);

export async function listKeys(
  _by: Actor,
  { limit, cursor }: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const rows = await db()
    .select(keyFields)
    .from(apiKeys)
    .where(cursor === undefined ? undefined : lt(apiKeys.id, decodeCursor(cursor, place)[0]))
    .orderBy(desc(apiKeys.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (row) => [row.id], shownKey);
}
