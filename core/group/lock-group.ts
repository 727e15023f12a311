import type { Id } from "#core/contract/kit/fields";
import { customerGroups } from "#core/customer/customer.table";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Locks the group's row until the change ends. @throws Refusal `group.unknown` */
export async function lockedGroup({ tx }: Change, id: Id<"group">): Promise<typeof customerGroups.$inferSelect> {
  const [row] = await tx.select().from(customerGroups).where(eq(customerGroups.id, id)).for("update");
  if (!row) throw new Refusal("group.unknown");
  return row;
}
