import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { collections } from "./collection.table.ts";

/** Locks the collection's row until the change ends. */
export async function lockedCollection(change: Change, id: Id<"collection">): Promise<typeof collections.$inferSelect> {
  const [row] = await change.tx.select().from(collections).where(eq(collections.id, id)).for("update");
  if (!row) throw new Refusal("collection.unknown");
  return row;
}
