import { audit } from "#core/audit/record";
import * as gatewayApi from "#core/contract/gateway";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import type { Happened } from "./gateways/gateway.ts";
import { orderPaidBy } from "./take-dispute.ts";

type Reversed = Extract<Happened, { is: "paymentReversed" }>;

interface Found extends Record<string, unknown> {
  readonly id: string;
  readonly amount_minor: string;
  readonly reversed: boolean;
  readonly refunded: boolean;
}

/**
 * Money that had come is gone again: the payment counts no more, and what the order owes grows. Its goods stay allocated
 * and its status stands, for people decide whether to wait, ask again or cancel. Of an order that has refunds, or on
 * whose refunds a gateway has not answered, the money cannot be told apart: it is kept for a person to look at.
 */
export async function reversePayment(change: Change, gateway: string, told: Reversed): Promise<Settled> {
  const orderId = await orderPaidBy(change, gateway, told.paymentId);
  if (!orderId) return { is: "later", says: "Its payment has not come in yet." };
  const row = await lockedOrder(change, { id: orderId });
  const [payment] = await change.tx.execute<Found>(sql`
    select id, amount_minor, reversed_at is not null as reversed,
      exists (select from refunds where order_id = ${orderId} and status <> 'failed') as refunded
    from payments where method = ${gateway} and gateway_payment_id = ${told.paymentId} and kind = 'captured' for update`);
  if (!payment || payment.reversed) return { is: "settled", says: "It does not count any more." };
  const amountMinor = Number(payment.amount_minor);
  if (payment.refunded || amountMinor !== told.amountMinor) {
    return { is: "stuck", says: `${told.says} The order has refunds, or only a part is gone: look at the gateway.` };
  }
  await change.tx.execute(sql`
    update payments set reversed_at = ${change.at.toISOString()}::timestamptz, reason = ${told.says} where id = ${payment.id}`);
  const nothingLeft = row.capturedMinor === amountMinor;
  await change.tx.execute(sql`
    update orders set captured_minor = captured_minor - ${amountMinor}, updated_at = ${change.at.toISOString()}::timestamptz,
      payment_status = ${nothingLeft ? "unpaid" : row.paymentStatus},
      unpaid_since = ${nothingLeft ? change.at.toISOString() : null}::timestamptz
    where id = ${orderId}`);
  await audit(change, gatewayApi.receive.name, orderId, {
    after: { reversed: payment.id, amountMinor, reason: told.says },
  });
  const shown = await shownOrder(change, orderId);
  if (nothingLeft) await emitOrderEvent(change, "order.unpaid", shown, { reason: told.says });
  return { is: "settled", says: null };
}
