import { audit } from "#core/audit/record";
import * as gatewayApi from "#core/contract/gateway";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { Settled } from "#core/inbox/inbox-of";
import { lockedOrder } from "#core/order/lock";
import type { Happened } from "./gateways/gateway.ts";
import { moreThanPaid, settleRefund } from "./settle-refund.ts";
import { ofOtherPart, refundOfUnmatched } from "./unmatched/refund-of-unmatched.ts";

type RefundEvent = Omit<Extract<Happened, { is: "refundMadeElsewhere" }>, "is" | "state"> & {
  readonly state: "succeeded" | "pending" | "failed";
  readonly says?: string;
};

/**
 * Records a refund made in the gateway's dashboard, so that the refundable amount is correct here. While one of our
 * refunds of the same payment and amount has no id at the gateway yet, the event waits, because it may be that refund.
 * A failed one is recorded too, because an earlier status may arrive later. For a reversed payment there is nothing to
 * refund: the event waits, and is left to staff after a day.
 */
export async function refundMadeElsewhere(change: Change, gateway: string, event: RefundEvent): Promise<Settled> {
  const { refundId: gatewayRefundId, paymentId, amountMinor, currency, state: status, says = null } = event;
  const known = await settleKnown(change, gateway, event);
  if (known) return known;
  const [payment] = await change.tx.execute<Payment>(sql`
    select id, order_id, mode, exists (
      select from unmatched_payments unmatched
      where unmatched.gateway = method and unmatched.gateway_payment_id = payments.gateway_payment_id
        and not unmatched.named) as matched
    from payments
    where method = ${gateway} and gateway_payment_id = ${paymentId ?? null} and kind = 'captured'`);
  if (!payment) {
    const refund = { paymentId, gatewayRefundId, amountMinor, currency, status, says, orderId: event.orderId };
    const gone = await refundOfUnmatched(change, gateway, refund);
    return gone ?? { is: "later", says: "Its payment has not arrived yet." };
  }
  // What a payment that was matched by hand is for, the gateway may not know.
  if (event.orderId !== undefined && event.orderId !== payment.order_id && !payment.matched) return ofOtherPart;
  const row = await lockedOrder(change, { id: payment.order_id });
  // Gateways may send several events for it concurrently: it may have been recorded while we waited for the order.
  const meanwhile = await settleKnown(change, gateway, event);
  if (meanwhile) return meanwhile;
  if (currency !== row.currency)
    return { is: "stuck", says: `It is in ${currency}, and the order is in ${row.currency}.` };
  const [now] = await change.tx.execute<{ left: number; nameless: boolean }>(sql`
    select case when reversed_at is null then amount_minor - (
        select coalesce(sum(amount_minor), 0) from refunds where payment_id = payments.id and status = 'succeeded')
      else 0 end::float8 as left, exists (
      select from refunds where payment_id = payments.id and amount_minor = ${amountMinor}
        and status in ('pending', 'unknown') and gateway_refund_id is null) as nameless
    from payments where id = ${payment.id}`);
  if (status !== "failed" && amountMinor > (now?.left ?? 0)) return moreThanPaid;
  if (now?.nameless)
    return { is: "later", says: "It may be a refund from here that the gateway has not answered yet." };
  const id = newId("refund");
  await change.tx.execute(sql`
    insert into refunds (id, order_id, payment_id, gateway, mode, amount_minor, currency, status, gateway_refund_id,
      made_elsewhere, actor_id, actor_name, at)
    values (${id}, ${row.id}, ${payment.id}, ${gateway}, ${payment.mode}, ${amountMinor}, ${currency}, 'pending',
      ${gatewayRefundId}, true, ${change.by.id}, ${change.by.name}, ${change.at.toISOString()}::timestamptz)`);
  audit(change, gatewayApi.receive.name, row.id, {
    after: { refundId: id, gatewayRefundId, amountMinor, madeAt: gateway },
  });
  return await settleRefund(change, { refundId: id, status, gatewayRefundId, says });
}

/** @returns undefined if the gateway's refund is not recorded yet. */
export async function settleKnown(
  change: Change,
  gateway: string,
  { refundId: gatewayRefundId, state: status, says }: Pick<RefundEvent, "refundId" | "state" | "says">,
): Promise<Settled | undefined> {
  const [known] = await change.tx.execute<{ id: Id<"refund"> }>(sql`
    select id from refunds where gateway = ${gateway} and gateway_refund_id = ${gatewayRefundId}`);
  return known && (await settleRefund(change, { refundId: known.id, status, gatewayRefundId, says: says ?? null }));
}

interface Payment extends Record<string, unknown> {
  readonly id: Id<"payment">;
  readonly order_id: Id<"order">;
  readonly mode: "live" | "test";
  readonly matched: boolean;
}
