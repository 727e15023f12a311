import * as z from "zod";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import { refusals } from "#core/contract/kit/refusals";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import type { Settled } from "#core/inbox/inbox-of";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder, touchOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { type RefundRow, refunds } from "./refund.table.ts";

/** A refund's new status. */
export interface RefundNews {
  readonly refundId: Id<"refund">;
  readonly status: RefundRow["status"];
  readonly gatewayRefundId?: string;
  readonly says?: string | null;
}

/**
 * Records a refund's outcome; news may come in any order: a success is never undone by an older "pending", only by the
 * bank's `failed`. The order's refunded amount is updated, and one event is sent for a success and one if it is undone.
 * A success of a refund whose money is counted elsewhere waits.
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
  if (!before || !isChange(before, status)) {
    if (gatewayRefundId) await nameAtGateway(change, refundId, gatewayRefundId);
    return settled;
  }
  const counted = (status === "succeeded" ? 1 : 0) - (before.status === "succeeded" ? 1 : 0);
  if (counted === 1 && row && row.refundedMinor + before.amountMinor > row.capturedMinor) return moreThanPaid;
  if (before.unmatchedId !== null && !(await settleUnmatched(change, before, status, counted)))
    return (await isMatched(change, before.unmatchedId)) ? matchedSince : moreThanPaid;
  const isEnd = status === "succeeded" || status === "failed";
  await change.tx.execute(sql`
    update refunds set status = ${status}, says = ${says ?? null},
      gateway_refund_id = coalesce(${gatewayRefundId ?? null}, gateway_refund_id),
      settled_at = ${isEnd ? change.at.toISOString() : null}::timestamptz
    where id = ${refundId}`);
  if (orderId === null) return settled;
  if (counted === 0) await touchOrder(change, orderId);
  else await countRefunded(change, orderId, counted * before.amountMinor);
  audit(change, order.refund.name, orderId, {
    before: { refundId, status: before.status },
    after: { refundId, status, ...(gatewayRefundId && { gatewayRefundId }), ...(says && { says }) },
  });
  if (counted === 0) return settled;
  const shown = await shownOrder(change, orderId);
  const found = shown.refunds.find(({ id }) => id === refundId);
  const refund = found ? { refund: z.encode(order.Refund, found) } : {};
  if (counted === 1) emitOrderEvent(change, "order.refunded", shown, refund);
  else emitOrderEvent(change, "order.edited", shown, { changed: ["refunds"], ...refund });
  return settled;
}

const settled: Settled = { is: "settled", says: null };
/** Another refund may yet be reported as failed; after a day it is left to staff. */
export const moreThanPaid: Settled = { is: "later", says: refusals["refund.abovePaid"][1] };
/** Only for an event: while a refund from here has no outcome, its payment cannot be matched. */
const matchedSince: Settled = {
  is: "later",
  says: "Its payment has been matched to an order since: check the gateway.",
};

const refundRows = rowsOf(refunds);

/**
 * Whether the status is new: pending < unknown < succeeded or failed, and failed after succeeded. A refund recorded as
 * failed that never had an id at the gateway may have been made after all.
 */
function isChange({ status, gatewayRefundId }: RefundRow, reported: RefundRow["status"]): boolean {
  if (status === reported) return false;
  if (status === "failed") return reported === "succeeded" && gatewayRefundId === null;
  if (status === "succeeded") return reported === "failed";
  return true;
}

const nameAtGateway = (change: Change, refundId: Id<"refund">, name: string) =>
  change.tx.execute(sql`
    update refunds set gateway_refund_id = ${name} where id = ${refundId} and gateway_refund_id is null`);

/** Adds to the order's refunded amount and updates its payment status. The caller has locked the order's row. */
export async function countRefunded(change: Change, orderId: Id<"order">, amountMinor: number): Promise<void> {
  await change.tx.execute(sql`
    update orders set refunded_minor = refunded_minor + ${amountMinor},
      payment_status = case
        when refunded_minor + ${amountMinor} = 0 then 'paid'
        when refunded_minor + ${amountMinor} < captured_minor then 'partiallyRefunded' else 'refunded' end,
      updated_at = ${change.at.toISOString()}::timestamptz
    where id = ${orderId}`);
}

/**
 * Marks an unmatched payment as refunded, or as open again with what is left of it, unless another refund of it is in
 * progress.
 * @returns false if it has been matched in the meantime, or less is left of it.
 */
async function settleUnmatched(
  change: Change,
  { id, unmatchedId, amountMinor }: RefundRow,
  status: RefundRow["status"],
  counted: number,
): Promise<boolean> {
  const open = sql`case when exists (
      select from refunds other where other.unmatched_id = ${unmatchedId} and other.id <> ${id}
        and other.status in ('pending', 'unknown')) then 'refunding' else 'open' end`;
  const next = {
    succeeded: sql`status = case when amount_minor > ${amountMinor} then ${open} else 'refunded' end,
      amount_minor = case when amount_minor > ${amountMinor} then amount_minor - ${amountMinor} else amount_minor end`,
    failed: sql`status = ${open}, amount_minor = case when ${counted} = 0 then amount_minor
      when status = 'refunded' then ${amountMinor} else amount_minor + ${amountMinor} end`,
    ...{ pending: sql`status = 'refunding'`, unknown: sql`status = 'refunding'` },
  }[status];
  const still = await change.tx.execute(sql`
    update unmatched_payments set ${next} where id = ${unmatchedId} and status <> 'matched'
      and (${counted} <> 1 or (status <> 'refunded' and amount_minor >= ${amountMinor}))
    returning 1`);
  return still.length > 0;
}

async function isMatched(change: Change, unmatchedId: Id<"unmatched">): Promise<boolean> {
  const matched = await change.tx.execute(sql`
    select from unmatched_payments where id = ${unmatchedId} and status = 'matched'`);
  return matched.length > 0;
}
