import type { Actor } from "#core/actor";
import type * as box from "#core/contract/box";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { asc, desc, eq, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { boxes } from "./box.table.ts";

/** There are never more than `boxesMax`, so all are returned at once. */
export async function listBoxes(_by: Actor, _input: InputOf<typeof box.list>): Promise<OutputOf<typeof box.list>> {
  const items = await db()
    .select()
    .from(boxes)
    .orderBy(desc(boxes.isDefault), asc(sql`lower(${boxes.name})`));
  return { items };
}

/** More would be too many to choose from. */
export const boxesMax = 200;

/** Locks the box's row until the change ends. @throws Refusal `box.unknown` */
export async function lockedBox(change: Change, id: Id<"box">) {
  const [row] = await change.tx.select().from(boxes).where(eq(boxes.id, id)).for("update");
  if (!row) throw new Refusal("box.unknown");
  return row;
}
