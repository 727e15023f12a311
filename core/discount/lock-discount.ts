import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { discounts } from "./discount.table.ts";

/** Locks the discount's row until the change ends. */
export async function lockedDiscount(change: Change, id: Id<"discount">): Promise<typeof discounts.$inferSelect> {
  const [row] = await change.tx.select().from(discounts).where(eq(discounts.id, id)).for("update");
  if (!row) throw new Refusal("discount.unknown");
  return row;
}
