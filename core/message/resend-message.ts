import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as message from "#core/contract/message";
import type { MessageChannel, MessageKind } from "#core/contract/message-kinds";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { takesRegisteredOnly } from "./senders/index.ts";
import { cannotResend, messageInFull, refuseUnlessMayRead } from "./show-message.ts";
import { messageContext, suppressedAmong } from "./write/message-context.ts";

interface Row extends Record<string, unknown> {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly registered: unknown;
  readonly cannot: message.MessageInFull["cannotResend"];
}

/**
 * A new message with the same text that refers to the old one. It is not rendered again, because the data may have
 * changed.
 */
export async function resendMessage(
  change: Change,
  { id }: InputOf<typeof message.resend>,
): Promise<message.MessageInFull> {
  const [row] = await change.tx.execute<Row>(sql`
    select m.kind, m.channel, m.recipient, m.registered, ${cannotResend} as cannot from messages m where m.id = ${id} for update`);
  if (!row) throw new Refusal("message.unknown");
  refuseUnlessMayRead(change.by, row.kind);
  if (row.cannot) throw new Refusal(row.cannot);
  const suppressed = await suppressedAmong(change.tx, [row]);
  if (suppressed.size > 0) throw new Refusal("message.suppressed");
  const sender = (await messageContext(change.tx)).senderFor(row.channel);
  const why =
    sender === undefined ? "noProvider" : takesRegisteredOnly(sender) && !row.registered ? "unregistered" : null;
  const again = newId("message");
  await change.tx.execute(sql`
    insert into messages (id, kind, channel, cause, recipient, order_id, resend_of, status, why, subject, html, body,
      attachment, registered, template_version, sender, asked_by, due_at, created_at, settled_at)
    select ${again}, kind, channel, ${`resend:${again}`}, recipient, order_id, id, ${why ? "skipped" : "queued"}, ${why}, subject,
      html, body, attachment, registered, template_version, ${why ? null : (sender ?? null)}, ${change.by.name},
      case when ${why === null} then date_trunc('milliseconds', clock_timestamp()) end,
      ${change.at.toISOString()}::timestamptz, case when ${why !== null} then clock_timestamp() end
    from messages where id = ${id}`);
  audit(change, message.resend.name, id, { after: { messageId: again } }, "message");
  const shown = await messageInFull(change.tx, again);
  if (!shown) throw new Error(`message ${again} was just written and does not exist`);
  return shown;
}
