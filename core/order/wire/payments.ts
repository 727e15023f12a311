/** An order's money in wire form: payments, refunds, requests and disputes. */

import { cannotRefund } from "#core/contract/parts/order-shapes";
import { type SQL, sql } from "#core/db/drizzle";
import { wireMoney, wireTime } from "#core/db/wire";
import { jsonList, money } from "./own-part.ts";

/**
 * What is left of a payment: pending refunds count as made, even one that its gateway will refuse because the money was
 * refunded there in the meantime. Payments by hand, and through some gateways, cannot be refunded.
 */
const leftOf = sql`greatest(0, p.amount_minor - coalesce((
  select sum(f.amount_minor) from refunds f where f.payment_id = p.id and f.status <> 'failed'), 0))`;
const canRefund = sql`(p.kind = 'captured' and p.reversed_at is null and not p.by_hand
  and p.method <> all(${sql.raw(`array[${cannotRefund.map((code) => `'${code}'`).join(", ")}]`)}))`;

export const wirePayments = jsonList(
  sql`json_build_object('id', p.id, 'kind', p.kind, 'method', p.method, 'amount', ${money("p.amount_minor")},
    'mode', p.mode, 'refundable', case when ${canRefund} then json_build_object('amountMinor', ${leftOf},
      'currency', orders.currency) end,
    'reference', p.reference, 'reason', p.reason, 'by', p.actor_name, 'byHand', p.by_hand, 'at', ${wireTime("p.at")},
    'reversedAt', ${wireTime("p.reversed_at")})`,
  sql`p.id`,
  sql`payments p where p.order_id = orders.id`,
);

export const wireRefundable = sql`json_build_object('amountMinor', (
  select coalesce(sum(${leftOf}), 0) from payments p where p.order_id = orders.id and ${canRefund}),
  'currency', orders.currency)`;

export const wireRefunds = jsonList(
  sql`json_build_object('id', f.id, 'paymentId', f.payment_id, 'gateway', f.gateway, 'mode', f.mode,
    'amount', ${wireMoney("f.amount_minor", "f.currency")}, 'status', f.status, 'gatewayRefundId', f.gateway_refund_id,
    'reason', f.reason, 'says', f.says, 'madeElsewhere', f.made_elsewhere, 'by', f.actor_name, 'at', ${wireTime("f.at")},
    'settledAt', ${wireTime("f.settled_at")}, 'dismissedAt', ${wireTime("f.seen_at")})`,
  sql`f.id`,
  sql`refunds f where f.order_id = orders.id`,
);

export const wireRequests = jsonList(
  sql`json_build_object('id', q.id, 'gateway', q.gateway, 'mode', q.mode, 'amount', ${wireMoney("q.amount_minor", "q.currency")},
    'status', case when q.status = 'open' and q.expires_at <= now() then 'closed' else q.status end, 'url', q.url,
    'says', q.says, 'expiresAt', ${wireTime("q.expires_at")}, 'by', q.actor_name, 'at', ${wireTime("q.at")})`,
  sql`q.id`,
  sql`payment_requests q where q.order_id = orders.id`,
);

/** @param which of the disputes `d`. */
export const disputesShown = (which: SQL): SQL =>
  jsonList(
    sql`json_build_object('id', d.id, 'gateway', d.gateway, 'amount', ${wireMoney("d.amount_minor", "d.currency")},
    'moneyTaken', d.money_taken, 'reason', d.reason, 'status', d.status, 'openedAt', ${wireTime("d.opened_at")},
    'closedAt', ${wireTime("d.closed_at")})`,
    sql`d.id`,
    sql`disputes d where ${which}`,
  );

export const wireDisputes = disputesShown(sql`d.order_id = orders.id`);
