import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as message from "#core/contract/message";
import type * as order from "#core/contract/order";
import { orderNumbersIn } from "#core/contract/values/order-number";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { literalOf, searching } from "#core/db/search";
import { idSince, idUntil } from "#core/id";
import { comparableNumber, searchedNumber } from "#core/phone";
import { Refusal } from "#core/refusal";
import { mayRead, messagesShown } from "./show-message.ts";

type Input = InputOf<typeof message.list>;

export async function listMessages(by: Actor, input: Input): Promise<OutputOf<typeof message.list>> {
  const { limit, cursor, q, orderId, customerId, kind, channel, status, from, to } = input;
  const before = idOfCursor(cursor, "message");
  const conditions: (SQL | undefined)[] = [
    before && sql`m.id < ${before}`,
    orderId && sql`m.order_id = ${orderId}`,
    customerId && (await ofCustomer(customerId)),
    kind && sql`m.kind = ${kind}`,
    channel && sql`m.channel = ${channel}`,
    status && statusIs(status),
    q === undefined ? undefined : searched(q),
    from && sql`m.created_at >= ${from.toISOString()}::timestamptz and m.id >= ${idSince("message", from)}`,
    to && sql`m.created_at < ${to.toISOString()}::timestamptz and m.id < ${idUntil("message", to)}`,
  ];
  const which = sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `);
  return pageFrom(
    await searching(q, (tx) => messagesShown(tx, which, rowsFor(limit))),
    limit,
    ({ id }) => [id],
    (row) => (mayRead(by, row.kind) ? row : { ...row, subject: null }),
  );
}

export async function listMessagesOfOrder(
  by: Actor,
  { id, limit, cursor }: InputOf<typeof order.messages>,
): Promise<OutputOf<typeof order.messages>> {
  const [known] = await db().execute(sql`select from orders where id = ${id}`);
  if (!known) throw new Refusal("order.unknown");
  return listMessages(by, { orderId: id, limit, ...(cursor !== undefined && { cursor }) });
}

/** Literal in the statement, because the rare statuses have a partial index. */
function statusIs(status: NonNullable<Input["status"]>): SQL {
  const names = status === "queued" ? "'asked', 'queued'" : `'${status}'`;
  const isRare = status !== "sent" && status !== "delivered";
  return sql.raw(`m.status in (${names})${isRare ? " and m.status not in ('sent', 'delivered')" : ""}`);
}

/**
 * Looked up first, because they are few among many. Includes messages of customers merged into this one, and leaves out
 * those about other customers' orders that went to a number they share: only an email address is one customer's alone.
 */
async function ofCustomer(customerId: NonNullable<Input["customerId"]>): Promise<SQL> {
  const theirs = await db().execute<{ email: string | null; phone: string | null }>(sql`
    select email, phone from customers where id = ${customerId} or merged_into = ${customerId}`);
  const sentTo = (recipients: readonly (string | null)[]) =>
    sql`lower(recipient) = any(${sql.param(recipients.flatMap((one) => one?.toLowerCase() ?? []))}::text[])`;
  const emails = theirs.map(({ email }) => email);
  // Numbers are stored in one form now, and as they had been typed before.
  const phones = theirs.flatMap(({ phone }) => [phone, phone && comparableNumber(phone)]);
  return sql`m.id = any(array(
    select id from messages where order_id in (select id from orders where customer_id = ${customerId})
    union
    select id from messages where ${sentTo(emails)}
    union
    select id from messages where ${sentTo(phones)}
      and not exists (select from orders where orders.id = order_id and customer_id <> ${customerId})))`;
}

/** By the start of an address or number, or by an order's number. */
function searched(q: string): SQL {
  const beginning = (text: string) => `${literalOf(text.toLowerCase())}%`;
  // Earlier ones are stored as they were typed.
  return sql`(lower(m.recipient) like ${beginning(q)} or lower(m.recipient) like ${beginning(searchedNumber(q))}
    or m.order_id = any(array(select id from orders where number = any(${sql.param(orderNumbersIn(q))}::text[]))))`;
}
