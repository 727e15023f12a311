import { eq, sql } from "drizzle-orm";
import { type Action, audit } from "#core/audit/record";
import type { Order } from "#core/contract/order";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { type OrderRow, orders } from "#core/order/order.table";
import { shownAfter } from "#core/order/show";
import { applyPlan, emptyPlan } from "#core/stock/plan";
import { planCommit } from "#core/stock/plan-commit";
import { payments } from "./payment.table.ts";

/** Money that came in. */
export interface Capture {
  /** cash or bankTransfer by hand, else the gateway's code. */
  readonly method: string | null;
  readonly byHand: boolean;
  readonly amountMinor: number;
  readonly reference: string | null;
  readonly gatewayPaymentId?: string;
  readonly mode?: "live" | "test";
}

/**
 * Counts a payment that settles what the order owes: a pending order is confirmed and its stock committed, and the store's
 * listeners hear of it. The caller holds the order's row and has compared the amount.
 */
export async function capturePayment(change: Change, row: OrderRow, capture: Capture, action: Action): Promise<Order> {
  const { amountMinor, method, reference } = capture;
  const confirms = row.status === "pending";
  const plan = confirms ? await planCommit(change, row.id) : emptyPlan();
  const status = confirms ? "confirmed" : row.status;
  const paymentStatus = paidStatus(row);
  const shown = await shownAfter(
    change,
    row.id,
    applyPlan(change, plan),
    change.tx.insert(payments).values({
      id: newId("payment"),
      orderId: row.id,
      kind: "captured",
      ...capture,
      actorId: change.by.id,
      actorName: change.by.name,
      at: change.at,
    }),
    change.tx
      .update(orders)
      .set({
        status,
        paymentStatus,
        capturedMinor: sql`${orders.capturedMinor} + ${amountMinor}`,
        unpaidSince: null,
        updatedAt: change.at,
      })
      .where(eq(orders.id, row.id)),
    audit(change, action, row.id, {
      before: { status: row.status, paymentStatus: row.paymentStatus },
      after: { status, paymentStatus, amountMinor, method, reference },
    }),
  );
  await emitOrderEvent(change, "order.paid", shown);
  return shown;
}

/** What was refunded before stays refunded: the order is paid in part only as far as that goes. */
const paidStatus = ({ refundedMinor }: OrderRow) => (refundedMinor > 0 ? "partiallyRefunded" : "paid");
