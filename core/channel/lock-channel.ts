import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { channels } from "./channel.table.ts";

/** Locks the channel's row until the change ends. */
export async function lockedChannel(change: Change, id: Id<"channel">) {
  const [row] = await change.tx.select().from(channels).where(eq(channels.id, id)).for("update");
  if (!row) throw new Refusal("channel.unknown");
  return row;
}
