import * as z from "zod";
import type { Action } from "#core/audit/record";
import { auditEach } from "#core/audit/record-each";
import { Order } from "#core/contract/order";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { insertOf } from "#core/db/insert-rows";
import { emitEach } from "#core/event/emit";
import { newId } from "#core/id";
import type { OrderRow } from "#core/order/order.table";
import { shownAllAfter } from "#core/order/show";
import { emptyPlan, writesOf } from "#core/stock/plan";
import { planCommit } from "#core/stock/plan-commit";
import { payments } from "./payment.table.ts";

/** Money that came in. */
export interface Capture {
  readonly row: OrderRow;
  /** `cash` or `bankTransfer` if recorded by hand, otherwise the gateway's code. */
  readonly method: string | null;
  readonly byHand: boolean;
  readonly amountMinor: number;
  readonly reference: string | null;
  readonly gatewayPaymentId?: string;
  readonly mode?: "live" | "test";
  /** By the gateway's clock. */
  readonly reportedAt?: Date | null;
}

/** As `capturePayments`, for one order. */
export async function capturePayment(change: Change, capture: Capture, action: Action): Promise<Order> {
  const [shown] = await capturePayments(change, [capture], action);
  if (!shown) throw new Error(`order ${capture.row.id} disappeared while it was locked`);
  return shown;
}

/**
 * Counts payments of their orders' whole balance, one per order: a pending order is confirmed, its stock is committed,
 * and an event is sent. The number of statements does not depend on the number of orders. The caller has locked the
 * orders' rows and compared the amounts.
 */
export async function capturePayments(
  change: Change,
  captures: readonly Capture[],
  action: Action,
): Promise<readonly Order[]> {
  const pending = captures.flatMap(({ row }) => (row.status === "pending" ? [row.id] : []));
  const plan = pending.length > 0 ? await planCommit(change, pending) : emptyPlan();
  const ids = captures.map(({ row }) => row.id);
  const made = captures.map((capture) => rowOf(change, capture));
  const orders = await shownAllAfter(change, ids, writesOf(change, plan), {
    captured: insertOf(payments, made),
    counted: countedIn(change, captures),
  });
  auditEach(change, action, "order", captures.map(differenceBy));
  const madeIds = new Set<string>(made.map(({ id }) => id));
  emitEach(
    change,
    orders.map((order) => {
      const data = z.encode(Order, order);
      const payment = data.payments.find(({ id }) => madeIds.has(id));
      return { name: "order.paid", subjectId: order.id, data: { ...data, payment } };
    }),
  );
  return orders;
}

function rowOf(change: Change, { row, ...capture }: Capture): typeof payments.$inferSelect {
  return {
    ...{ id: newId("payment"), orderId: row.id, kind: "captured", reason: null, reversedAt: null },
    ...{ actorId: change.by.id, actorName: change.by.name, at: change.at },
    ...{ gatewayPaymentId: null, reportedAt: null, mode: "live" },
    ...capture,
  };
}

const countedIn = (change: Change, captures: readonly Capture[]): SQL => {
  const paid = captures.map(({ row, amountMinor }) => ({ id: row.id, ...afterwards(row), amountMinor }));
  return sql`
    update orders set status = paid.status, payment_status = paid."paymentStatus",
      captured_minor = orders.captured_minor + paid."amountMinor", unpaid_since = null,
      updated_at = ${change.at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
      as paid(id text, status text, "paymentStatus" text, "amountMinor" bigint)
    where orders.id = any(${sql.param(paid.map(({ id }) => id))}) and orders.id = paid.id`;
};

const differenceBy = ({ row, amountMinor, method, reference }: Capture) => ({
  subjectId: row.id,
  before: { status: row.status, paymentStatus: row.paymentStatus },
  after: { ...afterwards(row), amountMinor, method, reference },
});

/** Earlier refunds stay: an order with refunds is `partiallyRefunded` rather than `paid`. */
const afterwards = ({ status, refundedMinor }: OrderRow) => ({
  status: status === "pending" ? "confirmed" : status,
  paymentStatus: refundedMinor > 0 ? "partiallyRefunded" : "paid",
});
