import * as z from "zod";
import type { Actor } from "#core/actor";
import type * as collection from "#core/contract/collection";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { and, sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { isWithin } from "#core/db/search";
import { collections } from "./collection.table.ts";
import { shownCollection } from "./show-collection.ts";

const titleKey = sql<string>`lower(${collections.title}) collate "C"`;

export async function listCollections(
  _by: Actor,
  { limit, cursor, q }: InputOf<typeof collection.list>,
): Promise<OutputOf<typeof collection.list>> {
  const from = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([z.string(), z.string()]));
  const rows = await db()
    .select({
      id: collections.id,
      slug: collections.slug,
      title: collections.title,
      createdAt: collections.createdAt,
      updatedAt: collections.updatedAt,
      titleKey,
    })
    .from(collections)
    .where(
      and(
        q === undefined ? undefined : isWithin(q, collections.title),
        from && sql`(${titleKey}, ${collections.id}) > (${from[0]}, ${from[1]})`,
      ),
    )
    .orderBy(titleKey, collections.id)
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.titleKey, row.id]);
}

export const readCollection = (_by: Actor, { id }: InputOf<typeof collection.read>): Promise<collection.Collection> =>
  shownCollection(db(), id);
