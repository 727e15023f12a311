import type { Actor } from "#core/actor";
import type * as box from "#core/contract/box";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { asc, desc, sql } from "#core/db/drizzle";
import { boxes } from "./box.table.ts";

/** There are never more than `createBox` allows, so all are returned at once. */
export async function listBoxes(_by: Actor, _input: InputOf<typeof box.list>): Promise<OutputOf<typeof box.list>> {
  const items = await db()
    .select()
    .from(boxes)
    .orderBy(desc(boxes.isDefault), asc(sql`lower(${boxes.name})`));
  return { items };
}
