import { audit } from "#core/audit/record";
import * as gatewayApi from "#core/contract/gateway";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import type { Happened } from "./gateways/gateway.ts";
import { paymentLock } from "./pay-orders.ts";
import { recordFailure } from "./record-failure.ts";
import { orderPaidBy } from "./take-dispute.ts";
import { namedBy, undoneBefore } from "./take-payment.ts";
import { refundOfUnmatched } from "./unmatched/refund-of-unmatched.ts";

type Reversed = Extract<Happened, { is: "paymentReversed" }>;

/**
 * Received money was taken back: the payment no longer counts, and the order's balance grows. Its goods stay allocated
 * and its status stays, because staff decide whether to wait, ask again or cancel. If the order has refunds, it is
 * unclear which money is gone: the event waits, and is left to staff after a day. While a refund is in progress, it
 * waits for its outcome. If the payment has succeeded again meanwhile, it counts.
 *
 * @param at when it was taken back, by the gateway's clock.
 */
export async function reversePayment(
  change: Change,
  gateway: string,
  event: Reversed,
  at = change.at,
): Promise<Settled> {
  // Its success, taken at the same time, would be missed.
  await change.tx.execute(sql`select pg_advisory_xact_lock(${paymentLock(gateway, event.paymentId)})`);
  const orderId = await orderPaidBy(change, gateway, event.paymentId);
  const row = orderId && (await lockedOrder(change, { id: orderId }));
  const [payment] = await change.tx.execute<Payment>(sql`
    select id, amount_minor, reversed_at is not null as reversed,
      coalesce(reported_at > ${at.toISOString()}::timestamptz, false) as "isStanding",
      exists (select from refunds where order_id = payments.order_id and status in ('pending', 'unknown')) as refunding
    from payments
    where method = ${gateway} and gateway_payment_id = ${event.paymentId} and kind = 'captured' for update`);
  if (!row || !payment) {
    const gone = await refundOfUnmatched(change, gateway, { ...event, gatewayRefundId: null, status: "succeeded" });
    return gone ?? (await neverCounted(change, gateway, event, at));
  }
  if (payment.reversed) return { is: "settled", says: "It no longer counts." };
  if (payment.isStanding) return { is: "settled", says: "It has succeeded again since." };
  // Counted afterwards, the refund would exceed what is left.
  if (payment.refunding) return { is: "later", says: "A refund of the order is in progress." };
  // A refund may yet be reported as failed.
  if (row.refundedMinor > 0) return { is: "later", says: `${event.says} The order has refunds: check the gateway.` };
  const amountMinor = Number(payment.amount_minor);
  // A payment that was for other things as well is reversed with them.
  if (event.amountMinor < amountMinor)
    return { is: "stuck", says: `${event.says} Only part of the payment was reversed: check the gateway.` };
  await change.tx.execute(sql`
    update payments set reversed_at = ${change.at.toISOString()}::timestamptz,
      reported_at = ${at.toISOString()}::timestamptz, reason = ${event.says}
    where id = ${payment.id}`);
  const nothingLeft = row.capturedMinor === amountMinor;
  const paymentStatus = nothingLeft ? "unpaid" : row.paymentStatus;
  await change.tx.execute(sql`
    update orders set captured_minor = captured_minor - ${amountMinor}, updated_at = ${change.at.toISOString()}::timestamptz,
      payment_status = ${paymentStatus},
      unpaid_since = ${nothingLeft ? databaseNow : null}
    where id = ${orderId}`);
  audit(change, gatewayApi.receive.name, orderId, {
    before: { paymentStatus: row.paymentStatus },
    after: { paymentStatus, reversed: payment.id, amountMinor, reason: event.says },
  });
  const shown = await shownOrder(change, orderId);
  const reason = event.says;
  if (nothingLeft) emitOrderEvent(change, "order.unpaid", shown, { reason });
  else emitOrderEvent(change, "order.edited", shown, { changed: ["payments"], reason });
  return { is: "settled", says: null };
}

/** It has failed, whether or not it was pending. Its success may yet be reported, and is then reversed. */
async function neverCounted(change: Change, gateway: string, event: Reversed, at: Date): Promise<Settled> {
  const { orderId } = await namedBy(change, { gateway, ...event });
  if (orderId !== undefined) {
    await recordFailure(change, gateway, { ...event, is: "paymentFailed" }, at);
    const isOver = await change.tx.execute(undoneBefore(change, orderId, event.paymentId));
    if (isOver.length > 0) return { is: "settled", says: "It was undone before it had succeeded." };
  }
  return { is: "later", says: "Its payment has not arrived yet." };
}

interface Payment extends Record<string, unknown> {
  readonly id: string;
  readonly amount_minor: string;
  readonly reversed: boolean;
  /** It has succeeded since, by the gateway's clock. */
  readonly isStanding: boolean;
  readonly refunding: boolean;
}
