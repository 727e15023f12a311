/** Payments reported by gateways. */

import { type Id, id as idField } from "#core/contract/kit/fields";
import type { UnmatchedReason } from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import type { Settled } from "#core/inbox/inbox-of";
import { findLockedOrder, isCollected } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import type { References } from "./gateways/gateway.ts";
import { paymentLock, payOrders, reasonAgainst, type Taken } from "./pay-orders.ts";
import { endPending } from "./requests/end-pending.ts";
import { claimUnmatched, keepUnmatched } from "./unmatched/keep-unmatched.ts";

/**
 * Counts a payment once, however often it is reported. If it settles its order exactly, it pays it; otherwise it is an
 * unmatched payment, which staff match or refund. No payment is lost or refused.
 */
export async function takePayment(change: Change, taken: Taken): Promise<Settled> {
  await change.tx.execute(sql`select pg_advisory_xact_lock(${paymentLock(taken.gateway, taken.paymentId)})`);
  const { orderId, mode, isTest } = await namedBy(change, taken);
  if (isTest) return paidInTestMode;
  const row = orderId && (await findLockedOrder(change, orderId));
  // Whether it is being refunded decides what it counts for.
  await change.tx.execute(sql`
    select from unmatched_payments where gateway = ${taken.gateway} and gateway_payment_id = ${taken.paymentId} for update`);
  const known = await standingOf(change, taken);
  if (known.countedFor !== null) {
    if (known.reversedAt && taken.at && taken.at.toISOString() > known.reversedAt)
      return { is: "stuck", says: "It was taken back, and is now reported as successful again: check the gateway." };
    // Its reversal may still wait.
    if (taken.at && !known.reversedAt) {
      await change.tx.execute(sql`
        update payments set reported_at = ${taken.at.toISOString()}::timestamptz
        where method = ${taken.gateway} and gateway_payment_id = ${taken.paymentId} and kind = 'captured'
          and coalesce(reported_at < ${taken.at.toISOString()}::timestamptz, true)`);
    }
    // What has paid its order may not have named the page, which was still pending.
    await endPending(change, ofPage(taken), null);
    // Chargebee can collect the invoices of two orders with one payment.
    const isForAnother = row && row.id !== known.countedFor && !known.matched;
    return isForAnother
      ? { is: "stuck", says: "It has paid another order and is for this one as well: check the gateway." }
      : { is: "settled", says: "It was already counted." };
  }
  if (row && (await isUndone(change, row, taken))) return { is: "stuck", says: undoneSays };
  const reason = row ? await reasonNow(change, row, taken) : "unknownOrder";
  if (row && reason === null) {
    // An earlier event did not identify the order, or its amount included a fee on top.
    const left = known.unmatched && (await claimUnmatched(change, row, taken));
    if (left) return left;
    await payOrders(change, [{ ...taken, row, mode }]);
    return { is: "settled", says: null };
  }
  await endPending(change, ofPage(taken), null);
  return await keepUnmatched(change, { ...taken, row, mode, reason: reason ?? "unknownOrder" });
}

const undoneSays =
  "The payment was undone after this success, as was reported before, and has not paid its order. If the gateway has its money even so, record the order as paid.";

/** The success of what is undone may be taken up to this much later: what is not understood yet is tried again. */
const successHoursMax = 12;

/**
 * The failure of a payment that was undone before its success was reported, and no longer waits for that. By our clock:
 * both reports may have waited here for the right settings, and this one is taken first.
 */
export const undoneBefore = (change: Change, orderId: string, paymentId: string): SQL => sql`
  select from payments where order_id = ${orderId} and kind = 'failed' and gateway_payment_id = ${paymentId}
    and at < ${change.at.toISOString()}::timestamptz - make_interval(hours => ${successHoursMax})`;

/**
 * Whether it is reported late, and was undone after its success, by the gateway's clock: there is no money. On its
 * page another attempt may have failed since: its own failure, too, was recorded after its success.
 */
async function isUndone(change: Change, { id }: OrderRow, taken: Taken): Promise<boolean> {
  if (!taken.at) return false;
  const at = sql`${taken.at.toISOString()}::timestamptz`;
  const found = await change.tx.execute(sql`
    select 1 from payment_requests where ${ofPage(taken)} and failed_at > ${at}
      and exists (${undoneBefore(change, id, taken.paymentId)} and payments.at > ${at})`);
  return found.length > 0;
}

/**
 * What a carrier is to collect on delivery counts as paid: whoever pays it at a gateway too would pay twice. Refunded
 * money is owed again only by a customer who was asked for it after the refund: otherwise it is a second payment
 * of what the first had paid, reported late.
 */
async function reasonNow(change: Change, row: OrderRow, taken: Taken): Promise<UnmatchedReason | null> {
  const reason = reasonAgainst(row, taken);
  if (reason === null && (await isCollected(change, row))) return "alreadyPaid";
  if (reason !== null || row.refundedMinor === 0) return reason;
  const askedSince = await change.tx.execute(sql`
    select 1 from payment_requests where ${ofPage(taken)} and at >= (
      select max(settled_at) from refunds where order_id = ${row.id} and status = 'succeeded')`);
  return askedSince.length > 0 ? null : "alreadyPaid";
}

type Naming = References & Pick<Taken, "gateway">;

interface Named {
  readonly orderId: Id<"order"> | undefined;
  readonly mode: "live" | "test";
  /** On a page from before the gateway went live. */
  readonly isTest: boolean;
}

/**
 * The order, by the page at the gateway, otherwise by its id if it was returned and is valid. The mode is that of the
 * page, otherwise of the gateway's settings: with one secret for both modes, an event may be of the other one.
 */
export async function namedBy(change: Change, naming: Naming): Promise<Named> {
  const [found] = await change.tx.execute<Found>(sql`
    select page.order_id as "orderId", page.mode as "pageMode", provider.mode
    from (select) one left join providers provider on provider.code = ${naming.gateway}
      left join lateral (
        select order_id, mode from payment_requests where ${ofPage(naming)} order by id desc limit 1) page on true`);
  const { orderId, pageMode, mode } = found ?? { orderId: null, pageMode: null, mode: null };
  return {
    orderId: orderId ?? idField("order").safeParse(naming.orderId).data,
    mode: pageMode ?? mode ?? "live",
    isTest: pageMode === "test" && mode === "live",
  };
}

interface Found extends Record<string, unknown> {
  readonly orderId: Id<"order"> | null;
  readonly pageMode: "live" | "test" | null;
  readonly mode: "live" | "test" | null;
}

/** Test money pays nothing. */
export const paidInTestMode: Settled = { is: "ignored", says: "Its payment page was made in test mode." };

export const ofPage = ({ gateway, paymentRequestId, requestId }: Naming): SQL =>
  sql`gateway = ${gateway} and (id = ${paymentRequestId ?? null} or gateway_request_id = ${requestId ?? null})`;

export async function standingOf(
  change: Change,
  { gateway, paymentId }: Pick<Taken, "gateway" | "paymentId">,
): Promise<Standing> {
  const [found] = await change.tx.execute<Standing>(sql`
    select payment.order_id as "countedFor", case when reversed_at is not null then
        ${wireTime("coalesce(payment.reported_at, payment.reversed_at)")} end as "reversedAt",
      unmatched.id is not null as unmatched, coalesce(unmatched.status = 'matched' and not unmatched.named, false) as matched
    from (select) one left join payments payment
      on method = ${gateway} and payment.gateway_payment_id = ${paymentId} and kind = 'captured'
      left join unmatched_payments unmatched
        on unmatched.gateway = ${gateway} and unmatched.gateway_payment_id = ${paymentId}`);
  return found ?? { countedFor: null, reversedAt: null, unmatched: false, matched: false };
}

interface Standing extends Record<string, unknown> {
  readonly countedFor: Id<"order"> | null;
  /** By the gateway's clock, if it is known. */
  readonly reversedAt: string | null;
  readonly unmatched: boolean;
  /** By a person: its gateway may name another order. */
  readonly matched: boolean;
}
