import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { dueMinor } from "#core/order/balance";
import { lockedOrder } from "#core/order/lock";
import { type OrderRow, orders } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { refuseMove } from "#core/order/states";
import { capturePayment } from "./capture.ts";
import { payments } from "./payment.table.ts";
import { endPending } from "./requests/end-pending.ts";

type Input = InputOf<typeof order.markPaid>;

/**
 * Records by hand that the whole balance was paid, or that the payment failed. A paid order also has a balance if its
 * total has grown since, because its lines were edited; refunded money is not due again.
 */
export async function markOrderPaid(change: Change, input: Input): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  const isRest = input.outcome === "paid" && row.paymentStatus === "paid" && dueMinor(row) > 0;
  refuseMove(isRest ? "payRest" : "pay", row);
  return input.outcome === "paid" ? recordPaid(change, row, input) : recordFailed(change, row, input);
}

const recordPaid = (change: Change, row: OrderRow, { method, reference }: Input): Promise<order.Order> =>
  capturePayment(
    change,
    { row, method: method ?? null, byHand: true, amountMinor: dueMinor(row), reference: reference ?? null },
    order.markPaid.name,
  );

/**
 * The order is otherwise unchanged and its window continues: no stock moves, and no event is sent. A payment that a
 * gateway is processing is no longer waited for: the customer can be asked for another.
 */
async function recordFailed(change: Change, row: OrderRow, input: Input): Promise<order.Order> {
  const page = sql`order_id = ${row.id} and pending_since is not null`;
  // A report that it is pending may be repeated.
  await change.tx.execute(sql`
    update payment_requests set failed_at = ${change.at.toISOString()}::timestamptz where ${page}`);
  await endPending(change, page, input.reason ?? "It was recorded as failed.");
  await change.tx.insert(payments).values({
    id: newId("payment"),
    orderId: row.id,
    kind: "failed",
    method: input.method ?? null,
    byHand: true,
    amountMinor: dueMinor(row),
    reference: input.reference ?? null,
    reason: input.reason ?? null,
    actorId: change.by.id,
    actorName: change.by.name,
    at: change.at,
  });
  await change.tx.update(orders).set({ paymentStatus: "failed", updatedAt: change.at }).where(eq(orders.id, row.id));
  audit(change, order.markPaid.name, row.id, {
    before: { paymentStatus: row.paymentStatus },
    after: { paymentStatus: "failed", reason: input.reason ?? null },
  });
  return shownOrder(change, row.id);
}
