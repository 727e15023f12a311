import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type { Order } from "#core/contract/order";
import * as payment from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { and, eq } from "#core/db/drizzle";
import { lockedOrder, touchOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { Refusal } from "#core/refusal";
import { refunds } from "./refund.table.ts";

/** Dismisses the notice of a failed refund. The refundable amount stays the same; repeating it changes nothing. */
export async function dismissRefund(change: Change, input: InputOf<typeof payment.dismissRefund>): Promise<Order> {
  const { id } = await lockedOrder(change, input);
  const [refund] = await change.tx
    .select({ status: refunds.status, seenAt: refunds.seenAt })
    .from(refunds)
    .where(and(eq(refunds.id, input.refundId), eq(refunds.orderId, id)));
  if (!refund) throw new Refusal("refund.unknown");
  if (refund.status !== "failed") throw new Refusal("refund.notFailed");
  if (refund.seenAt === null) {
    await change.tx.update(refunds).set({ seenAt: change.at }).where(eq(refunds.id, input.refundId));
    await touchOrder(change, id);
    audit(change, payment.dismissRefund.name, id, { after: { refundId: input.refundId } });
  }
  return shownOrder(change, id);
}
