import * as z from "zod";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import type { Settled } from "#core/inbox/inbox-of";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { type RefundRow, refunds } from "./refund.table.ts";

/** What is known of a refund now. */
export interface RefundNews {
  readonly refundId: Id<"refund">;
  readonly status: RefundRow["status"];
  readonly gatewayRefundId?: string;
  readonly says?: string | null;
}

/**
 * Writes what became of a refund, in whatever order it is told: a yes is never undone by an older "pending", and only the
 * bank's word, `failed`, undoes a yes. What the order has refunded follows, and the store's listeners hear of a yes once, and
 * once that it is undone. A yes to what was taken for failed, whose money has been counted elsewhere since, waits for a person.
 */
export async function settleRefund(
  change: Change,
  { refundId, status, gatewayRefundId, says }: RefundNews,
): Promise<Settled> {
  const [known] = await refundRows(change.tx, sql`where id = ${refundId}`);
  if (!known) return settled;
  const { orderId } = known;
  const row = orderId === null ? undefined : await lockedOrder(change, { id: orderId });
  const [before] = await refundRows(change.tx, sql`where id = ${refundId} for update`);
  if (!before || !isNews(before, status)) {
    if (gatewayRefundId) await nameAtGateway(change, refundId, gatewayRefundId);
    return settled;
  }
  const counted = (status === "succeeded" ? 1 : 0) - (before.status === "succeeded" ? 1 : 0);
  const isLate = before.status === "failed" && status === "succeeded";
  if (isLate && row && row.refundedMinor + before.amountMinor > row.capturedMinor) return moreThanPaid;
  if (before.unmatchedId !== null && !(await settleUnmatched(change, before.unmatchedId, status))) return moreThanPaid;
  const isEnd = status === "succeeded" || status === "failed";
  await change.tx.execute(sql`
    update refunds set status = ${status}, says = ${says ?? null},
      gateway_refund_id = coalesce(${gatewayRefundId ?? null}, gateway_refund_id),
      settled_at = ${isEnd ? change.at.toISOString() : null}::timestamptz
    where id = ${refundId}`);
  if (orderId === null) return settled;
  await countRefunded(change, orderId, counted * before.amountMinor);
  await audit(change, order.refund.name, orderId, {
    before: { refundId, status: before.status },
    after: { refundId, status, ...(gatewayRefundId && { gatewayRefundId }), ...(says && { says }) },
  });
  if (counted === 0) return settled;
  const shown = await shownOrder(change, orderId);
  const found = shown.refunds.find(({ id }) => id === refundId);
  const refund = found ? { refund: z.encode(order.Refund, found) } : {};
  if (counted === 1) await emitOrderEvent(change, "order.refunded", shown, refund);
  else await emitOrderEvent(change, "order.edited", shown, { changed: ["refunds"], ...refund });
  return settled;
}

const settled: Settled = { is: "settled", says: null };
export const moreThanPaid: Settled = {
  is: "stuck",
  says: "That would refund more than was paid: check the gateway.",
};

const refundRows = rowsOf(refunds);

/**
 * Whether this says more than is known: pending < unknown < succeeded or failed, and failed after succeeded. A refund that
 * we took for failed, without the gateway ever having named it, may have been made after all.
 */
function isNews({ status, gatewayRefundId }: RefundRow, told: RefundRow["status"]): boolean {
  if (status === told) return false;
  if (status === "failed") return told === "succeeded" && gatewayRefundId === null;
  if (status === "succeeded") return told === "failed";
  return true;
}

const nameAtGateway = (change: Change, refundId: Id<"refund">, name: string) =>
  change.tx.execute(sql`
    update refunds set gateway_refund_id = ${name} where id = ${refundId} and gateway_refund_id is null`);

/** Adds to what the order has refunded, and says how far that goes. The caller holds the order's row. */
export async function countRefunded(change: Change, orderId: Id<"order">, amountMinor: number): Promise<void> {
  await change.tx.execute(sql`
    update orders set refunded_minor = refunded_minor + ${amountMinor},
      payment_status = case
        when refunded_minor + ${amountMinor} = 0 then 'paid'
        when refunded_minor + ${amountMinor} < captured_minor then 'partiallyRefunded' else 'refunded' end,
      updated_at = ${change.at.toISOString()}::timestamptz
    where id = ${orderId}`);
}

/** A payment that belongs to no order is refunded, or waits for a decision again. @returns false when it belongs to one by now. */
async function settleUnmatched(change: Change, id: Id<"unmatched">, status: RefundRow["status"]): Promise<boolean> {
  const next = { succeeded: "refunded", failed: "open", pending: "refunding", unknown: "refunding" }[status];
  const still = await change.tx.execute(sql`
    update unmatched_payments set status = ${next} where id = ${id} and status <> 'matched' returning 1`);
  return still.length > 0;
}
