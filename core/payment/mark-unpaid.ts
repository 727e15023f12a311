import { and, eq, isNull, sql } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { orders } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { refuseMove, waitsForPayment } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { uncommitAllocations } from "#core/stock/uncommit-allocations";
import { payments } from "./payment.table.ts";

/**
 * Undoes a payment marked by hand. A confirmed order that its payment had confirmed waits for it again, in a new window.
 * One that never waited stays confirmed and its goods may still go out; a cancelled one stays cancelled.
 */
export async function markOrderUnpaid(change: Change, input: InputOf<typeof order.markUnpaid>): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  refuseMove("unpay", row);
  const reversed = await change.tx
    .update(payments)
    .set({ reversedAt: change.at })
    .where(and(eq(payments.orderId, row.id), eq(payments.kind, "captured"), isNull(payments.reversedAt)))
    .returning({ byHand: payments.byHand, amountMinor: payments.amountMinor });
  if (reversed.some(({ byHand }) => !byHand)) throw new Refusal("order.paidByGateway");

  const waits = row.status === "confirmed" && waitsForPayment(row);
  if (waits) await uncommitAllocations(change, row.id);
  const after = { status: waits ? "pending" : row.status, paymentStatus: "unpaid" } as const;
  const amountMinor = reversed.reduce((sum, payment) => sum + payment.amountMinor, 0);
  await change.tx
    .update(orders)
    .set({
      ...after,
      capturedMinor: sql`${orders.capturedMinor} - ${amountMinor}`,
      unpaidSince: change.at,
      updatedAt: change.at,
    })
    .where(eq(orders.id, row.id));
  await audit(change, order.markUnpaid.name, row.id, {
    before: { status: row.status, paymentStatus: row.paymentStatus },
    after: { ...after, amountMinor },
  });
  const shown = await shownOrder(change, row.id);
  await emitOrderEvent(change, "order.unpaid", shown);
  return shown;
}
