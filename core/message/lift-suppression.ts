import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as message from "#core/contract/message";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { recipientBy } from "./recipient.ts";

export async function liftSuppression(
  change: Change,
  { channel, recipient }: InputOf<typeof message.liftSuppression>,
): Promise<Record<string, never>> {
  const [lifted] = await change.tx.execute<{ recipient: string; why: string; messageId: string | null }>(sql`
    delete from suppressions where channel = ${channel} and lower(recipient) = ${recipientBy(channel, recipient).toLowerCase()}
    returning recipient, why, message_id as "messageId"`);
  if (!lifted) throw new Refusal("message.notSuppressed");
  // About the message that failed, which can be erased: the address would stay in the audit.
  const [subjectId, type] = lifted.messageId ? [lifted.messageId, "message"] : [lifted.recipient, "suppression"];
  audit(change, message.liftSuppression.name, subjectId, { before: { channel, why: lifted.why } }, type);
  return {};
}
