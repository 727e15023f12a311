/** Messages as the API shows them. */

import * as z from "zod";
import type { Actor } from "#core/actor";
import { Message, MessageInFull } from "#core/contract/message";
import { grantsAccess, type MessageKind, messageKinds, rightToRead } from "#core/contract/values/message-kinds";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import { refuseWithoutRight } from "#core/refusal";

/** A requested message is written within moments, so it is shown as queued. */
const status = sql.raw("case m.status when 'asked' then 'queued' else m.status end");

const shown = sql`
  'id', m.id, 'kind', m.kind, 'channel', m.channel, 'recipient', nullif(m.recipient, ''), 'orderId', m.order_id,
  'orderNumber', (select number from orders where orders.id = m.order_id), 'status', ${status}, 'why', m.why, 'says', m.says,
  'subject', case m.channel when 'sms' then left(m.body, 500) else m.subject end, 'sender', m.sender,
  'resendOf', m.resend_of, 'attempts', m.attempts, 'needsDecision', m.status = 'unknown' and m.due_at is null,
  'createdAt', ${wireTime("m.created_at")}, 'sentAt', ${wireTime("m.sent_at")}, 'settledAt', ${wireTime("m.settled_at")}`;

const withAccess = sql.raw(
  messageKinds
    .filter(grantsAccess)
    .map((kind) => `'${kind}'`)
    .join(),
);

/** Why a message cannot be resent; checked in this order. */
export const cannotResend = sql<string | null>`case
  when m.status in ('asked', 'queued') or (m.status = 'unknown' and m.due_at is not null) then 'message.underWay'
  when m.recipient = '' then 'message.erased'
  when m.kind in (${withAccess}) then 'message.usedOnce'
  -- Its name stays when the file is removed.
  when m.attachment is not null and not m.attachment ? 'text' then 'message.fileRemoved'
  when m.body is not null then null
  when m.status = 'failed' and (m.given is not null or exists (select from events where events.id = m.cause)) then null
  else 'message.empty' end`;

/** Where it goes if it is sent again: where its order's customer can be reached now. */
export const resendsTo = sql<string | null>`case when m.recipient <> '' then coalesce(
  (select nullif(case m.channel when 'email' then orders.email else orders.phone end, '') from orders where orders.id = m.order_id),
  m.recipient) end`;

/** A page of them, newest first. */
export async function messagesShown(tx: Db, which: SQL, most: SQL): Promise<Message[]> {
  const rows = await tx.execute<{ wire: z.input<typeof Message> }>(sql`
    select json_build_object(${shown}) as wire from messages m where ${which} order by m.id desc limit ${most}`);
  return rows.map(({ wire }) => z.decode(Message, wire));
}

export async function messageInFull(tx: Db, id: string): Promise<MessageInFull | undefined> {
  const [row] = await tx.execute<{ wire: z.input<typeof MessageInFull> }>(sql`
    select json_build_object(${shown}, 'html', m.html, 'body', m.body, 'attachment', m.attachment ->> 'name', 'sentId', m.sent_id, 'askedBy', m.asked_by,
      'templateVersion', m.template_version, 'nextAttemptAt', ${wireTime("m.due_at")}, 'cannotResend', ${cannotResend}, 'resendsTo', ${resendsTo}) as wire
    from messages m where m.id = ${id}`);
  return row && z.decode(MessageInFull, row.wire);
}

/** Messages to the team may contain what not everyone with access to messages may see, such as a report's figures. */
export function mayRead({ rights }: Actor, kind: MessageKind): boolean {
  const right = rightToRead(kind);
  return right === undefined || rights.has(right);
}

/** @throws Refusal `right.missing` */
export function refuseUnlessMayRead(by: Actor, kind: MessageKind): void {
  const right = rightToRead(kind);
  if (right !== undefined) refuseWithoutRight(by, right);
}
