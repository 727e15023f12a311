import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as message from "#core/contract/message";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import type { Change } from "#core/db/change";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { storable } from "#core/work/storable";
import { recipientBy } from "./recipient.ts";
import { cannotResend, messageInFull, refuseUnlessMayRead, resendsTo } from "./show-message.ts";
import { causeAgain } from "./test-cause.ts";
import { forSenderNow } from "./write/for-sender.ts";
import { messageContext, suppressedAmong } from "./write/message-context.ts";
import type { Row as Text } from "./write/message-of.ts";

interface Row extends Record<string, unknown> {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly cause: string;
  readonly given: { readonly given: unknown } | null;
  readonly recipient: string;
  readonly subject: string | null;
  readonly html: string | null;
  readonly body: string | null;
  readonly registered: unknown;
  readonly templateVersion: number | null;
  readonly cannot: message.MessageInFull["cannotResend"];
}

/**
 * A new message with the same text that refers to the old one. It is not rendered again, because the data may have
 * changed, unless it could not be written the first time. It goes to the order's current address, which may have been
 * corrected since.
 */
export async function resendMessage(
  change: Change,
  { id }: InputOf<typeof message.resend>,
): Promise<message.MessageInFull> {
  const { tx } = change;
  const [found] = await tx.execute<Row>(sql`
    select m.kind, m.channel, m.cause, m.given, coalesce(${resendsTo}, '') as recipient, m.subject, m.html, m.body, m.registered,
      m.template_version as "templateVersion", ${cannotResend} as cannot from messages m where m.id = ${id} for update of m`);
  if (!found) throw new Refusal("message.unknown");
  const row = { ...found, recipient: recipientBy(found.channel, found.recipient) };
  refuseUnlessMayRead(change.by, row.kind);
  if (row.cannot) throw new Refusal(row.cannot);
  const suppressed = await suppressedAmong(tx, [row]);
  if (suppressed.size > 0) throw new Refusal("message.suppressed");
  const text = await textOf(tx, row);
  const isQueued = text.status === "queued";
  const again = newId("message");
  await tx.execute(sql`
    insert into messages (id, kind, channel, cause, recipient, order_id, resend_of, status, why, says, subject, html, body,
      attachment, registered, template_version, sender, asked_by, due_at, created_at, settled_at)
    select ${again}, kind, channel, ${causeAgain(row.cause, again)}, ${row.recipient}, order_id, id, ${text.status}, ${text.why}, ${text.says},
      ${text.subject}, ${text.html}, ${text.body}, attachment, ${text.registered ? storable(text.registered) : null}::jsonb,
      ${text.templateVersion}::integer, ${text.sender}, ${change.by.name},
      case when ${isQueued} then date_trunc('milliseconds', clock_timestamp()) end,
      ${change.at.toISOString()}::timestamptz, case when not ${isQueued} then clock_timestamp() end
    from messages where id = ${id}`);
  audit(change, message.resend.name, id, { after: { messageId: again } }, "message");
  const shown = await messageInFull(tx, again);
  if (!shown) throw new Error(`message ${again} was just written and does not exist`);
  return shown;
}

async function textOf(tx: Db, row: Row): Promise<Text> {
  const around = await messageContext(tx);
  if (row.body === null) {
    // The template library is loaded only for this.
    const { writtenAgain } = await import("#core/message/write/write-again");
    return await writtenAgain(tx, row, around);
  }
  const { subject, html, body, templateVersion } = row;
  return { subject, html, body, templateVersion, ...(await forSenderNow({ ...row, body }, around)) };
}
