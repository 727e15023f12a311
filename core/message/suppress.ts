import type { Suppression } from "#core/contract/message";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { recipientBy } from "./recipient.ts";

/** Stops all messages to this address or number, until someone lifts that. The first reason is kept. */
export async function suppress(
  change: Change,
  { channel, recipient, why, says, messageId }: Omit<Suppression, "at">,
): Promise<void> {
  await change.tx.execute(sql`
    insert into suppressions (channel, recipient, why, says, message_id, at)
    values (${channel}, ${recipientBy(channel, recipient)}, ${why}, ${says}, ${messageId}, ${change.at.toISOString()}::timestamptz)
    on conflict (channel, recipient) do nothing`);
}
