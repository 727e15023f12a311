import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/**
 * The channel with a code, which cannot be removed until the change ends. Includes disabled ones, which can be enabled
 * again. @param kept may be archived: whatever has this channel already can keep it. @throws Refusal `channel.unknown`.
 */
export async function channelOf(
  { tx }: Change,
  code: string | null,
  kept: Id<"channel"> | null = null,
): Promise<Id<"channel"> | null> {
  if (code === null) return null;
  const [channel] = await tx.execute<{ id: Id<"channel"> }>(sql`
    select id from channels where code = ${code} and (archived_at is null or id = ${kept}) for key share`);
  if (!channel) throw new Refusal("channel.unknown", { channel: code });
  return channel.id;
}
