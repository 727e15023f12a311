import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** The channel by its code, kept from being removed until the change ends; also one that is switched off, for it can be switched on again. @throws Refusal `channel.unknown`. */
export async function channelOf({ tx }: Change, code: string | null): Promise<Id<"channel"> | null> {
  if (code === null) return null;
  const [channel] = await tx.execute<{ id: Id<"channel"> }>(sql`
    select id from channels where code = ${code} and archived_at is null for key share`);
  if (!channel) throw new Refusal("channel.unknown", { channel: code });
  return channel.id;
}
