import { audit } from "#core/audit/record";
import * as gatewayApi from "#core/contract/gateway";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { Settled } from "#core/inbox/inbox-of";
import { settleRefund } from "../settle-refund.ts";

interface RefundOfUnmatched {
  /** The gateway's id for the payment. */
  readonly paymentId: string | undefined;
  /** The gateway's id for the refund; null for money taken back otherwise. */
  readonly gatewayRefundId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: "succeeded" | "pending" | "failed";
  readonly says: string | null;
  /** What it is for, if the gateway says so: null if that is no order. */
  readonly orderId?: string | null | undefined;
}

interface Unmatched extends Record<string, unknown> {
  readonly id: Id<"unmatched">;
  readonly mode: "live" | "test";
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: "open" | "refunding" | "refunded";
  /** Another event may still name its order, which is then paid by the whole payment. */
  readonly mayBeNamed: boolean;
  readonly orderId: string | null;
}

export const ofOtherPart: Settled = {
  is: "ignored",
  says: "It is of the part of its payment that was not for this order.",
};

/**
 * An unmatched payment was returned without us: recorded as a refund made elsewhere, so that it is neither matched nor
 * refunded again, or only what is left of it.
 * @returns undefined if there is no unmatched payment with this id.
 */
export async function refundOfUnmatched(
  change: Change,
  gateway: string,
  event: RefundOfUnmatched,
): Promise<Settled | undefined> {
  const { paymentId, gatewayRefundId, currency, status, says, orderId } = event;
  const [unmatched] = await change.tx.execute<Unmatched>(sql`
    select id, mode, amount_minor::float8 as "amountMinor", currency, status, order_id as "orderId",
      order_id is null and received_at > clock_timestamp() - interval '1 hour' as "mayBeNamed"
    from unmatched_payments
    where gateway = ${gateway} and gateway_payment_id = ${paymentId ?? null} and status <> 'matched' for update`);
  if (!unmatched) return undefined;
  const isOfPart = gatewayRefundId !== null && orderId !== undefined && unmatched.orderId !== null;
  if (isOfPart && orderId !== unmatched.orderId) return ofOtherPart;
  if (unmatched.status === "refunding") return { is: "later", says: "A refund of it is in progress." };
  if (unmatched.status === "refunded") return { is: "settled", says: "It was already returned." };
  // A reversal is of the whole payment: it has no id by which one of a part, reported again, could be recognised.
  const amountMinor = gatewayRefundId === null ? Math.min(event.amountMinor, unmatched.amountMinor) : event.amountMinor;
  const isPart = gatewayRefundId !== null && amountMinor < unmatched.amountMinor;
  if (currency !== unmatched.currency || (!isPart && amountMinor !== unmatched.amountMinor))
    return { is: "later", says: "It is not what is left of an unmatched payment: check the gateway." };
  if (unmatched.mayBeNamed) return { is: "later", says: "It may yet be reported what the payment is for." };
  const refundId = newId("refund");
  const [made] = await change.tx.execute(sql`
    insert into refunds (id, unmatched_id, gateway, mode, amount_minor, currency, status, gateway_refund_id,
      made_elsewhere, actor_id, actor_name, at)
    values (${refundId}, ${unmatched.id}, ${gateway}, ${unmatched.mode}, ${amountMinor}, ${currency}, 'pending',
      ${gatewayRefundId}, true, ${change.by.id}, ${change.by.name}, ${change.at.toISOString()}::timestamptz)
    on conflict (gateway, gateway_refund_id) where gateway_refund_id is not null do nothing returning 1`);
  // By a concurrent event, while this one waited for the payment.
  if (!made) return { is: "later", says: "It has just been recorded." };
  await change.tx.execute(sql`update unmatched_payments set status = 'refunding' where id = ${unmatched.id}`);
  audit(change, gatewayApi.receive.name, unmatched.id, {
    after: { refundId, gatewayRefundId, amountMinor, madeAt: gateway },
  });
  return await settleRefund(change, { refundId, status, says });
}
