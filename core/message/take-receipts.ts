/** Processes senders' receipts: each once, in any order. */

import type { Id } from "#core/contract/kit/fields";
import type { MessageChannel } from "#core/contract/values/message-kinds";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { inboxOf, type Settled } from "#core/inbox/inbox-of";
import { senders } from "./sender-family.ts";
import type { Receipt, Receipts } from "./senders/sender.ts";
import { suppress } from "./suppress.ts";

export const senderInbox = inboxOf<Receipts>({
  family: senders,
  settle: (change, { provider, received }) => takeReceipts(change, provider, received),
});

/** A receipt may come this long before we record the sending; after that it is about nothing of ours. */
const overtakesMs = 15 * 60_000;

export async function takeReceipts(change: Change, sender: string, { at, receipts }: Receipts): Promise<Settled> {
  if (receipts.length === 0) return { is: "ignored", says: "It is not about a message." };
  const known: boolean[] = [];
  for (const receipt of receipts) known.push(await takeReceipt(change, sender, receipt));
  if (known.every(Boolean)) return { is: "settled", says: null };
  const isEarly = change.at.getTime() - at.getTime() < overtakesMs;
  return isEarly
    ? { is: "later", says: "Its message is not known yet." }
    : { is: "ignored", says: "It is not about a message from this store." };
}

interface Row extends Record<string, unknown> {
  readonly id: Id<"message">;
  readonly channel: MessageChannel;
  readonly recipient: string;
}

/**
 * The order of statuses: they never go back. Complaints and late bounces come after delivery. A receipt for a queued
 * message comes before its sending is recorded, or instead of that, if the worker has died.
 */
const ranks = { queued: 0, unknown: 0, sent: 1, delivered: 2, failed: 3, bounced: 3 } as const;

/** @returns whether it is about a message of ours. */
async function takeReceipt(change: Change, sender: string, receipt: Receipt): Promise<boolean> {
  const { sentId, messageId = "", status, says, blocks } = receipt;
  const which = async (its: SQL) => {
    const [found] = await change.tx.execute<Row>(sql`
      select id, channel, recipient from messages where sender = ${sender} and ${its} for update`);
    return found;
  };
  // If an answer was lost, two copies were sent, and only the second one's id is known. Either can block the address.
  const its = blocks ? sql`id = ${messageId}` : sql`id = ${messageId} and sent_id is null`;
  const row = (await which(sql`sent_id = ${sentId}`)) ?? (messageId === "" ? undefined : await which(its));
  if (!row) return false;
  if (receipt.isTemporary && (await sendsAgain(change, row.id, says))) return true;
  const becomes = status === "complained" ? "delivered" : status;
  const lower = Object.entries(ranks).flatMap(([name, rank]) => (rank < ranks[becomes] ? [name] : []));
  await change.tx.execute(sql`
    update messages set status = ${becomes}, due_at = null, claim_id = null, sealed_link = null,
      -- A server's words often name the address.
      says = case when erased_at is null then ${says || null} end,
      sent_id = coalesce(sent_id, ${sentId}),
      sent_at = coalesce(sent_at, ${change.at.toISOString()}::timestamptz), settled_at = ${change.at.toISOString()}::timestamptz
    where id = ${row.id} and status = any(${sql.param(lower)}::text[])`);
  if (blocks && row.recipient !== "") {
    const { channel, recipient, id } = row;
    await suppress(change, { channel, recipient, why: blocks, says: says || null, messageId: id });
  }
  return true;
}

/** Each is charged. */
const copiesMax = 4;

/**
 * Puts a message that did not arrive back into the queue, for a quarter of an hour, an hour, and four. Its next copy has
 * an id of its own.
 *
 * @returns false if it is final: it was tried often enough, is a day old, its status has become final before, or somebody
 * has sent it again meanwhile
 */
async function sendsAgain(change: Change, id: Row["id"], says: string): Promise<boolean> {
  const after = sql`make_interval(mins => (15 * 4 ^ least(undelivered, ${copiesMax}))::integer)`;
  const [again] = await change.tx.execute(sql`
    update messages set status = 'queued', due_at = clock_timestamp() + ${after}, claim_id = null, harmless = attempts,
      undelivered = undelivered + 1, says = ${says || null}, sent_id = null, sent_at = null, settled_at = null
    where id = ${id} and status in ('queued', 'sent', 'unknown') and recipient <> '' and undelivered + 1 < ${copiesMax}
      and created_at + interval '1 day' > clock_timestamp() + ${after}
      and not exists (select from messages again where again.resend_of = messages.id)
    returning id`);
  return again !== undefined;
}
