import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { boxes } from "./box.table.ts";

/** Locks the box's row until the change ends. @throws Refusal `box.unknown` */
export async function lockedBox(change: Change, id: Id<"box">) {
  const [row] = await change.tx.select().from(boxes).where(eq(boxes.id, id)).for("update");
  if (!row) throw new Refusal("box.unknown");
  return row;
}
