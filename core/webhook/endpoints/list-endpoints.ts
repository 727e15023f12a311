import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/webhook";
import { db } from "#core/db/client";
import { and, desc, lt } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { endpoints } from "#core/webhook/webhook.table";
import { isThere, shownColumns, shownEndpoint } from "./shown-endpoint.ts";

const key = z.tuple([id("endpoint")]);

export async function listEndpoints(_by: Actor, { limit, cursor }: InputOf<typeof contract.listEndpoints>) {
  const [after] = cursor === undefined ? [] : decodeCursor(cursor, key);
  const rows = await db()
    .select(shownColumns)
    .from(endpoints)
    .where(and(isThere(), after && lt(endpoints.id, after)))
    .orderBy(desc(endpoints.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id], shownEndpoint);
}
