import { eq } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { locations } from "./location.table.ts";

/**
 * The location's row, held until the change ends. Whatever brings stock to a location holds the row too, so a
 * closing waits for goods that are just coming in, and goods that come a moment later find it closed.
 */
export async function lockedLocation(change: Change, id: Id<"location">): Promise<typeof locations.$inferSelect> {
  const [row] = await change.tx.select().from(locations).where(eq(locations.id, id)).for("update");
  if (!row) throw new Refusal("location.unknown");
  return row;
}
