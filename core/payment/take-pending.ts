import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";
import { findLockedOrder, touchOrder } from "#core/order/lock";
import type { Happened } from "./gateways/gateway.ts";
import { closeRequests } from "./requests/close-requests.ts";
import { namedBy, ofPage, paidInTestMode, standingOf } from "./take-payment.ts";

interface Pending extends Omit<Extract<Happened, { is: "paymentPending" }>, "is"> {
  readonly gateway: string;
  /** When the gateway reported it. An answer to our own request has none, and may be older than a recorded failure. */
  readonly at?: Date | undefined;
}

/**
 * The customer has paid on a page, and the gateway is still processing it: the order's pages are closed, so that nobody
 * pays twice. It counts once the gateway reports that it is completed. A report that is older than the outcome, or of
 * what has been counted, changes nothing.
 */
export async function takePending(change: Change, pending: Pending): Promise<Settled> {
  const { orderId, isTest } = await namedBy(change, pending);
  if (isTest) return paidInTestMode;
  const row = orderId && (await findLockedOrder(change, orderId));
  if (!row) return { is: "ignored", says: "It is not about an order of this store." };
  const { countedFor, unmatched } = await standingOf(change, pending);
  if (countedFor !== null || unmatched) return { is: "settled", says: "It was already counted." };
  const since = pending.at ?? new Date(change.at.getTime() - clockMs);
  const [page] = await change.tx.execute(sql`
    update payment_requests
    set status = 'closed', says = ${pendingSays}, pending_since = ${since.toISOString()}::timestamptz
    where ${ofPage(pending)} and order_id = ${row.id} and status in ('asked', 'open', 'closing', 'closed')
      and pending_since is null and not exists (
        select from payments where payments.order_id = ${row.id} and kind = 'failed'
          and gateway_payment_id = ${pending.paymentId}
          and payments.at > coalesce(${pending.at?.toISOString() ?? null}::timestamptz, '-infinity'))
    returning 1`);
  if (!page) return { is: "settled", says: "There is no payment page for it, or its outcome is known." };
  await closeRequests(change, [row.id], { except: 0 });
  await touchOrder(change, row.id);
  return { is: "settled", says: null };
}

/** Our clock may be this much ahead of the gateway's: a failure after our time must not look like one before it. */
const clockMs = 3_600_000;

const pendingSays =
  "The customer has paid, but the gateway is still checking the payment. It counts once the gateway reports that it is completed.";
