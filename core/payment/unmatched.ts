/** Payments that did not settle an order automatically: listed, matched by staff, or refunded. */

import * as z from "zod";
import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import { usableProvider } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type { Order } from "#core/contract/order-shapes";
import * as payment from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { type Db, db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { wireMoney, wireTime } from "#core/db/wire";
import { newId } from "#core/id";
import { dueMinor } from "#core/order/balance";
import { lockedOrder } from "#core/order/lock";
import { disputesShown } from "#core/order/wire/payments";
import { Refusal } from "#core/refusal";
import { askForRefund } from "./ask-for-refund.ts";
import { gateways } from "./gateway-family.ts";
import { payOrders, reasonAgainst } from "./pay-orders.ts";
import { inOtherMode } from "./remaining.ts";

export async function listUnmatchedPayments(
  _by: Actor,
  { status, limit, cursor }: InputOf<typeof payment.listUnmatched>,
): Promise<OutputOf<typeof payment.listUnmatched>> {
  const before = idOfCursor(cursor, "unmatched");
  const rows = await unmatchedShown(
    db(),
    sql`u.status = ${status} ${before === undefined ? sql`` : sql`and u.id < ${before}`}`,
    rowsFor(limit),
  );
  return pageFrom(rows, limit, ({ id }) => [id]);
}

async function unmatchedShown(tx: Db, which: SQL, most: SQL = sql`1`): Promise<payment.Unmatched[]> {
  const rows = await tx.execute<{ wire: z.input<typeof payment.Unmatched> }>(sql`
    select json_build_object('id', u.id, 'gateway', u.gateway, 'gatewayPaymentId', u.gateway_payment_id, 'mode', u.mode,
      'amount', ${wireMoney("u.amount_minor", "u.currency")}, 'reason', u.reason,
      'order', case when o.id is not null then json_build_object('id', o.id, 'number', o.number,
        'due', ${wireMoney("u.due_minor", "o.currency")}) end,
      'status', u.status,
      'says', (select says from refunds where unmatched_id = u.id order by id desc limit 1),
      'disputes', ${disputesShown(sql`d.gateway = u.gateway and d.gateway_payment_id = u.gateway_payment_id`)},
      'receivedAt', ${wireTime("u.received_at")}) as wire
    from unmatched_payments u left join orders o on o.id = u.order_id
    where ${which} order by u.id desc limit ${most}`);
  return rows.map(({ wire }) => z.decode(payment.Unmatched, wire));
}

/** Locks the row. Matching locks the order first, as `takePayment` does. */
async function lockedUnmatched(change: Change, id: Id<"unmatched">) {
  const [row] = await change.tx.execute<Locked>(sql`
    select gateway, mode, gateway_payment_id as "paymentId", amount_minor::float8 as "amountMinor", currency, status
    from unmatched_payments where id = ${id} for update`);
  if (!row) throw new Refusal("payment.unmatchedUnknown");
  if (row.status !== "open") throw new Refusal("payment.matched", { status: row.status });
  return row;
}

interface Locked extends Record<string, unknown> {
  readonly gateway: string;
  readonly mode: "live" | "test";
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: string;
}

/** Counts the payment towards an order that it settles exactly, as if it had been made for that order. */
export async function matchPayment(change: Change, input: InputOf<typeof payment.match>): Promise<Order> {
  const order = await lockedOrder(change, { id: input.orderId, expectedVersion: input.expectedVersion });
  const found = await lockedUnmatched(change, input.id);
  const { gateway, paymentId, amountMinor, currency, mode } = found;
  if (mode === "test" && (await takesRealMoney(change))) throw new Refusal("payment.testMode");
  if (order.status === "cancelled") throw new Refusal("order.cancelled");
  const reason = reasonAgainst(order, found);
  if (reason !== null) {
    const due = { amountMinor: dueMinor(order), currency: order.currency };
    throw new Refusal("payment.notExact", { reason, due, payment: { amountMinor, currency } });
  }
  await change.tx.execute(sql`
    update unmatched_payments set status = 'matched', order_id = ${order.id} where id = ${input.id}`);
  const paid = { row: order, gateway, paymentId, amountMinor, currency, mode };
  const [shown] = await payOrders(change, [paid], payment.match.name);
  if (!shown) throw new Error(`order ${order.id} disappeared while it was locked`);
  return shown;
}

async function takesRealMoney(change: Change): Promise<boolean> {
  const live = await change.tx.execute(sql`
    select from providers where kind = 'gateway' and mode = 'live' and removed_at is null limit 1`);
  return live.length > 0;
}

/** Refunds what is left of the payment, through the gateway that took it. */
export async function refundUnmatchedPayment(
  change: Change,
  { id }: InputOf<typeof payment.refundUnmatched>,
): Promise<payment.Unmatched> {
  const { gateway, mode, paymentId, amountMinor, currency } = await lockedUnmatched(change, id);
  const adapter = await gateways.load(gateway);
  if (!adapter?.refund) throw new Refusal("refund.impossible", { why: adapter?.cannotRefund ?? "" });
  const modeNow = await usableProvider(change, gateway);
  if (modeNow !== mode) throw new Refusal("refund.impossible", { why: inOtherMode(adapter, mode) });
  const refundId = newId("refund");
  await change.tx.execute(sql`
    insert into refunds (id, unmatched_id, gateway, mode, amount_minor, currency, status, actor_id, actor_name, at)
    values (${refundId}, ${id}, ${gateway}, ${mode}, ${amountMinor}, ${currency}, 'pending', ${change.by.id}, ${change.by.name},
      ${change.at.toISOString()}::timestamptz)`);
  await change.tx.execute(sql`update unmatched_payments set status = 'refunding' where id = ${id}`);
  await askForRefund(change, { id: refundId, orderId: null, gateway, paymentId, amountMinor, currency });
  audit(change, payment.refundUnmatched.name, id, { after: { refundId, gateway, amountMinor, currency } });
  return await readUnmatched(change.tx, id);
}

/** The current state of one of them. */
export async function readUnmatched(tx: Db, id: Id<"unmatched">): Promise<payment.Unmatched> {
  const [shown] = await unmatchedShown(tx, sql`u.id = ${id}`);
  if (!shown) throw new Refusal("payment.unmatchedUnknown");
  return shown;
}
