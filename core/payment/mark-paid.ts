import { eq, sql } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { dueMinor } from "#core/order/balance";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { type OrderRow, orders } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { refuseMove } from "#core/order/states";
import { commitAllocations } from "#core/stock/commit-allocations";
import { payments } from "./payment.table.ts";

type Input = InputOf<typeof order.markPaid>;

/**
 * Records by hand that the whole balance came in, or that it did not. The balance is also what a paid order has come to
 * owe since, because its lines were edited; what was refunded is not asked for again.
 */
export async function markOrderPaid(change: Change, input: Input): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  const isRest = input.outcome === "paid" && row.paymentStatus === "paid" && dueMinor(row) > 0;
  refuseMove(isRest ? "payRest" : "pay", row);
  return input.outcome === "paid" ? recordPaid(change, row, input) : recordFailed(change, row, input);
}

async function recordPaid(change: Change, row: OrderRow, input: Input): Promise<order.Order> {
  const amountMinor = dueMinor(row);
  if (row.status === "pending") await commitAllocations(change, row.id);
  const status = row.status === "pending" ? "confirmed" : row.status;
  await writePayment(change, row, input, "captured", amountMinor);
  await change.tx
    .update(orders)
    .set({
      status,
      paymentStatus: "paid",
      capturedMinor: sql`${orders.capturedMinor} + ${amountMinor}`,
      unpaidSince: null,
      updatedAt: change.at,
    })
    .where(eq(orders.id, row.id));
  await audit(change, order.markPaid.name, row.id, {
    before: { status: row.status, paymentStatus: row.paymentStatus },
    after: { status, paymentStatus: "paid", amountMinor, method: input.method, reference: input.reference ?? null },
  });
  const shown = await shownOrder(change, row.id);
  await emitOrderEvent(change, "order.paid", shown);
  return shown;
}

/** The order stays as it is and its window runs on: no stock moves, and nobody is told. */
async function recordFailed(change: Change, row: OrderRow, input: Input): Promise<order.Order> {
  await writePayment(change, row, input, "failed", dueMinor(row));
  await change.tx.update(orders).set({ paymentStatus: "failed", updatedAt: change.at }).where(eq(orders.id, row.id));
  await audit(change, order.markPaid.name, row.id, {
    before: { paymentStatus: row.paymentStatus },
    after: { paymentStatus: "failed", reason: input.reason ?? null },
  });
  return shownOrder(change, row.id);
}

const writePayment = (
  change: Change,
  row: OrderRow,
  { method, reference, reason }: Input,
  kind: "captured" | "failed",
  amountMinor: number,
) =>
  change.tx.insert(payments).values({
    id: newId("payment"),
    orderId: row.id,
    kind,
    method: method ?? null,
    byHand: true,
    amountMinor,
    reference: reference ?? null,
    reason: reason ?? null,
    actorId: change.by.id,
    actorName: change.by.name,
    at: change.at,
  });
