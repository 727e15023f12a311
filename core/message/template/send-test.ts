import { audit } from "#core/audit/record";
import { email, phone } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as template from "#core/contract/template";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { takesRegisteredOnly } from "#core/message/senders/index";
import { testCause } from "#core/message/test-cause";
import { messageContext, suppressedAmong } from "#core/message/write/message-context";
import { invalidField } from "#core/refusal";
import { storable } from "#core/work/storable";
import { scopeOfPreview } from "./scope-of-preview.ts";
import { currentTemplate } from "./show-template.ts";

/** A message like any other, except that it belongs to no order: it is recorded, with its outcome. */
export async function sendTestMessage(
  change: Change,
  { kind, channel, to, orderId }: InputOf<typeof template.sendTest>,
): Promise<OutputOf<typeof template.sendTest>> {
  const { messageOf } = await import("#core/message/write/message-of");
  const current = await currentTemplate(change.tx, { kind, channel });
  const { data: recipient } = (channel === "email" ? email : phone).safeParse(to);
  if (recipient === undefined) {
    throw invalidField("to", channel === "email" ? "an email address" : "a number such as +919876543210");
  }
  const sender = (await messageContext(change.tx)).senderFor(channel);
  const row = await messageOf({
    ...{ current, sender, scope: await scopeOfPreview(change.tx, change.by, kind, orderId) },
    withheld: (await suppressedAmong(change.tx, [{ channel, recipient }])).size > 0 ? "suppressed" : undefined,
    takesRegisteredOnly: takesRegisteredOnly(sender),
  });
  const id = newId("message");
  const isQueued = row.status === "queued";
  await change.tx.execute(sql`
    insert into messages (id, kind, channel, cause, recipient, status, why, says, subject, html, body, registered,
      template_version, sender, asked_by, due_at, created_at, settled_at)
    values (${id}, ${kind}, ${channel}, ${`${testCause(orderId)}:${id}`}, ${recipient}, ${row.status}, ${row.why}, ${row.says}, ${row.subject},
      ${row.html}, ${row.body}, ${row.registered === null ? null : storable(row.registered)}::jsonb, ${row.templateVersion},
      ${row.sender}, ${change.by.name}, case when ${isQueued} then date_trunc('milliseconds', clock_timestamp()) end,
      ${change.at.toISOString()}::timestamptz, case when not ${isQueued} then clock_timestamp() end)`);
  audit(change, template.sendTest.name, `${kind}/${channel}`, { after: { messageId: id } }, "template");
  return { messageId: id };
}
