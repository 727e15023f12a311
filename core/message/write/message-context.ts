import type { Action } from "#core/audit/record";
import type { SkipReason } from "#core/contract/message";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import type { Store } from "#core/contract/store";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { channelOf, isSenderCode } from "#core/message/senders/index";
import { type CurrentOf, currentTemplates } from "#core/message/template/current";
import { storeSettings } from "#core/store/settings";

/** The current settings, templates and senders that messages are written with. */
export interface MessageContext {
  readonly store: Store;
  readonly current: CurrentOf;
  /** The sender for a channel's messages: the one set up or chosen last. */
  readonly senderFor: (channel: MessageChannel) => string | undefined;
}

export async function messageContext(tx: Db): Promise<MessageContext> {
  const senders = await tx.execute<{ code: string }>(sql`
    select code from providers where kind = 'sender' and removed_at is null order by configured_at desc, code`);
  const codes = senders.map(({ code }) => code).filter(isSenderCode);
  return {
    store: await storeSettings(tx),
    current: await currentTemplates(tx),
    senderFor: (channel) => codes.find((code) => channelOf(code) === channel),
  };
}

/** The suppressed ones among these recipients, as `channel recipient`. */
export async function suppressedAmong(
  tx: Db,
  recipients: readonly { readonly channel: MessageChannel; readonly recipient: string }[],
): Promise<ReadonlySet<string>> {
  if (recipients.length === 0) return new Set();
  const rows = await tx.execute<{ name: string }>(sql`
    select channel || ' ' || recipient as name from suppressions
    where (channel, recipient) in (
      select channel, recipient from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as asked (channel text, recipient text))`);
  return new Set(rows.map(({ name }) => name));
}

/** Messages that a shopper can cause without paying, as often as they like. */
const causedFreely: readonly MessageKind[] = ["order.created", "order.cancelled", "payment.requested"];

/** How many messages a recipient may have had within an hour before these are withheld. */
const perHourMax = 20;

interface ToRecipient {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly orderId: string | null;
  /** The event's or payment request's id. */
  readonly cause: string;
}

/**
 * Why messages are written but not sent. Anyone can place orders in a shop with anyone's address or number, and nobody
 * must be flooded with messages about them. Workers that write at the same moment may let a few more through. Orders
 * from staff and other systems are not limited: many may have the same address on purpose.
 */
export async function withheldOf(
  tx: Db,
  messages: readonly ToRecipient[],
): Promise<(message: ToRecipient) => SkipReason | undefined> {
  const [suppressed, flooded] = await pipelined(
    suppressedAmong(tx, messages),
    floodedAmong(
      tx,
      messages.filter(({ kind }) => causedFreely.includes(kind)),
    ),
  );
  return ({ kind, channel, recipient, cause }) => {
    if (suppressed.has(`${channel} ${recipient}`)) return "suppressed";
    return causedFreely.includes(kind) && flooded.has(`${cause} ${recipient}`) ? "tooMany" : undefined;
  };
}

const cancelledByRequest: Action = "order.cancel";

/** Whether someone other than the shopper has caused it: by cancelling the order, or by requesting the payment. */
const byStaff = sql`
  exists (
    select from events join audit on audit.subject_id = "orderId" and audit.change_id = events.change_id
    where events.id = cause and audit.action = ${cancelledByRequest})
  or exists (
    select from calls where calls.order_id = "orderId" and calls.subject_id = cause and asked -> 'byShopper' = 'false')`;

/** The messages that shoppers caused whose recipients have had enough within an hour, as `cause recipient`. */
async function floodedAmong(tx: Db, messages: readonly ToRecipient[]): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const rows = await tx.execute<{ name: string }>(sql`
    select cause || ' ' || recipient as name
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as given ("orderId" text, cause text, recipient text)
    -- In this order: the address of a marketplace's orders may have had a hundred thousand messages.
    where case when exists (select from carts where carts.order_id = "orderId") and not (${byStaff}) then ${perHourMax} <= (
      select count(*) from (
        select from messages
        where lower(messages.recipient) = lower(given.recipient) and status <> 'skipped'
          and created_at > now() - interval '1 hour' limit ${perHourMax}) as recent) end`);
  return new Set(rows.map(({ name }) => name));
}

/** Which of these orders and carts belong to erased customers. */
export async function erasedAmong(
  tx: Db,
  subjects: readonly { readonly subjectId: string }[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const ids = sql.param(subjects.map(({ subjectId }) => subjectId));
  const rows = await tx.execute<{ id: string }>(sql`
    select id from orders where id = any(${ids}::text[]) and email = ${erasedEmail}
    union all
    select id from carts where id = any(${ids}::text[]) and email is null`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The same as a query, for the statement that writes their messages: it waits for an erasure under way, and locks their
 * rows against one. `offset 0`, because a row has to be locked before it is compared.
 */
export function erasedByNow(subjectIds: readonly string[]): SQL {
  const ids = sql.param([...new Set(subjectIds)]);
  return sql`
    select id from (select id, email from carts where id = any(${ids}::text[]) order by id offset 0 for share) as locked
    where email is null
    union all
    select id from (select id, email from orders where id = any(${ids}::text[]) order by id offset 0 for share) as locked
    where email = ${erasedEmail}`;
}

/** The name in the cart that this address was last reminded of; undefined if there is none. */
export async function nameInCart(tx: Db, email: string): Promise<string | undefined> {
  const [row] = await tx.execute<{ name: string }>(sql`
    select carts.name from messages m join events on events.id = m.cause join carts on carts.id = events.subject_id
    where lower(m.recipient) = ${email} and m.kind = 'cart.abandoned' and carts.name <> '' order by m.id desc limit 1`);
  return row?.name;
}

type NotReminded = Extract<SkipReason, "declined" | "ordered" | "reminded">;

/**
 * Why nobody is reminded of these carts, by their id: their customers have said that they want no marketing, or have
 * placed an order since the cart was last written, perhaps with another device, or were reminded of another cart within
 * a day. Anyone can leave any address in many carts, and nobody must be flooded with reminders; workers that write at
 * the same moment may each let one through.
 */
export async function notRemindedOf(
  tx: Db,
  carts: readonly { readonly subjectId: string }[],
): Promise<ReadonlyMap<string, NotReminded>> {
  if (carts.length === 0) return new Map();
  const ids = sql.param(carts.map(({ subjectId }) => subjectId));
  const rows = await tx.execute<{ id: string; why: NotReminded }>(sql`
    select id, why from (select carts.id, case
      when exists (
        select from customers known join customers c on c.id = coalesce(known.merged_into, known.id)
        where known.email = carts.email and c.marketing_at is not null and not c.accepts_marketing) then 'declined'
      when exists (
        select from orders
        where orders.email = carts.email and orders.created_at > carts.updated_at and status <> 'cancelled') then 'ordered'
      when exists (
        select from messages
        where lower(recipient) = carts.email and kind = 'cart.abandoned' and status <> 'skipped'
          and created_at > now() - interval '1 day')
        or exists (
          select from carts other
          where other.id = any(${ids}::text[]) and other.email = carts.email and other.id < carts.id) then 'reminded' end as why
      from carts where carts.id = any(${ids}::text[])) as considered
    where why is not null`);
  return new Map(rows.map(({ id, why }) => [id, why]));
}
