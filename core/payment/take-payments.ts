import { type Id, id as idField } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { lockFreeOrders } from "#core/order/lock";
import { lockCustomersOf } from "#core/order/lock-customers-of";
import { type Paid, paymentLock, payOrders, reasonAgainst, type Taken } from "./pay-orders.ts";

/**
 * Counts many payments in one change: those that are new, have not failed before, and exactly settle an order without
 * refunds that is not cash on delivery, if neither the payment nor the order is locked: it never waits for them. All
 * other cases are left to `takePayment`.
 * @returns for each payment, in order, whether it was counted.
 */
export async function takePayments(change: Change, taken: readonly Taken[]): Promise<readonly boolean[]> {
  const named = await ordersNamed(change, taken);
  const orderIds = named.flatMap(({ orderId }) => orderId ?? []);
  // Sent in this order over the change's connection, so that payments counted by an earlier holder of a lock are seen.
  const [rows, known] = await pipelined(lockFreeOrders(change, orderIds), knownAmong(change, taken, named));
  const free = new Map(rows.map((row) => [row.id, row]));
  const paid: Paid[] = [];
  const isCounted = taken.map((one, nth) => {
    const { orderId, mode, pageMode, locked } = named[nth] ?? {};
    const row = orderId && free.get(orderId);
    if (!row || !mode || !locked || known.has(nth)) return false;
    if (pageMode && pageMode !== mode) return false;
    if (row.refundedMinor > 0 || row.paymentMethod === "cod" || reasonAgainst(row, one) !== null) return false;
    // A second payment no longer settles the same order.
    free.delete(orderId);
    paid.push({ ...one, row, mode });
    return true;
  });
  if (paid.length > 0) {
    await payOrders(change, paid);
    await lockCustomersOf(
      change,
      paid.map(({ row }) => row),
    );
  }
  return isCounted;
}

interface Named extends Record<string, unknown> {
  readonly orderId: Id<"order"> | null;
  readonly mode: "live" | "test" | null;
  /** Of the page on which it was paid. */
  readonly pageMode: "live" | "test" | null;
  readonly locked: boolean;
}

/**
 * By the page on which each was paid, otherwise by the order's id if it was returned and is valid. Locks the payments that
 * are not locked.
 */
const ordersNamed = (change: Change, taken: readonly Taken[]): Promise<readonly Named[]> => {
  const inputRows = taken.map(({ gateway, paymentId, orderId, paymentRequestId, requestId }, nth) => {
    const named = idField("order").safeParse(orderId);
    const references = { order_id: named.data, request_id: paymentRequestId, gateway_request_id: requestId };
    return { n: nth, gateway, payment_id: paymentId, ...references };
  });
  return change.tx.execute<Named>(sql`
    select coalesce(request.order_id, taken.order_id) as "orderId", provider.mode, request.mode as "pageMode",
      pg_try_advisory_xact_lock(${paymentLock(sql`taken.gateway`, sql`taken.payment_id`)}) as locked
    from jsonb_to_recordset(${JSON.stringify(inputRows)}::jsonb)
        as taken(n integer, gateway text, payment_id text, order_id text, request_id text, gateway_request_id text)
      left join providers provider on provider.code = taken.gateway
      left join lateral (
        select request.order_id, request.mode from payment_requests request
        where request.gateway = taken.gateway
          and (request.id = taken.request_id or request.gateway_request_id = taken.gateway_request_id)
        order by request.id desc limit 1
      ) request on true
    order by taken.n`);
};

/**
 * The positions of payments already counted, kept as unmatched, or recorded as failed. Without `offset 0`, PostgreSQL
 * takes the given rows for a hundred, and reads all payments of a store instead of looking up a few.
 */
async function knownAmong(
  change: Change,
  taken: readonly Taken[],
  named: readonly Named[],
): Promise<ReadonlySet<number>> {
  const inputRows = taken.map(({ gateway, paymentId }, nth) => ({
    ...{ n: nth, gateway, payment_id: paymentId, named_id: named[nth]?.orderId },
  }));
  const known = await change.tx.execute<{ n: number }>(sql`
    select n from jsonb_to_recordset(${JSON.stringify(inputRows)}::jsonb)
      as taken(n integer, gateway text, payment_id text, named_id text)
    where exists (
        select from payments where method = gateway and gateway_payment_id = payment_id and kind = 'captured' offset 0)
      or exists (
        select from payments where order_id = named_id and gateway_payment_id = payment_id and kind = 'failed' offset 0)
      or exists (
        select from unmatched_payments unmatched
        where unmatched.gateway = taken.gateway and unmatched.gateway_payment_id = payment_id offset 0)`);
  return new Set(known.map(({ n }) => n));
}
