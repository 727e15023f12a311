import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";
import { findLockedOrder, touchOrder } from "#core/order/lock";
import type { Happened } from "./gateways/gateway.ts";
import { closeRequests } from "./requests/close-requests.ts";
import { namedBy, ofPage, paidInTestMode, standingOf } from "./take-payment.ts";

interface Pending extends Omit<Extract<Happened, { is: "paymentPending" }>, "is"> {
  readonly gateway: string;
  /** When the gateway reported it, by its clock. */
  readonly at?: Date | undefined;
  /** Found by asking, and not reported: that a page is still pending is no news. */
  readonly isLookedUp?: boolean;
}

/**
 * The customer has paid on a page, and the gateway is still processing it; or has a voucher to pay. The order's pages
 * are closed, so that nobody pays twice. It counts once the gateway reports that it is completed. A report that is
 * older than the outcome, or of what has been counted, changes nothing.
 */
export async function takePending(change: Change, pending: Pending): Promise<Settled> {
  const { orderId, isTest } = await namedBy(change, pending);
  if (isTest) return paidInTestMode;
  const row = orderId && (await findLockedOrder(change, orderId));
  if (!row) return { is: "ignored", says: "It is not about an order of this store." };
  const { countedFor, unmatched } = await standingOf(change, pending);
  if (countedFor !== null || unmatched) return { is: "settled", says: "It was already counted." };
  const at = sql`${(pending.at ?? new Date(change.at.getTime() - clockMs)).toISOString()}::timestamptz`;
  const page = sql`${ofPage(pending)} and order_id = ${row.id}`;
  // Even if the payment has failed since, nobody can pay on the page again.
  const closed = await change.tx.execute(sql`
    update payment_requests set status = 'closed' where ${page} and status in ('asked', 'open', 'closing') returning 1`);
  const [begun] = await change.tx.execute<{ wasPending: boolean }>(sql`
    update payment_requests set says = ${pending.says ?? pendingSays}, pending_since = ${at}
    from (select id as known, pending_since is not null as "wasPending" from payment_requests where ${page}) before
    where id = known and status = 'closed' and coalesce(greatest(pending_since, failed_at) < ${at}, true)
      and not (${pending.isLookedUp ?? false} and pending_since is not null)
    returning "wasPending"`);
  if (!begun && closed.length === 0)
    return { is: "settled", says: "There is no page for it, or its outcome is known." };
  if (begun?.wasPending) return { is: "settled", says: null };
  if (begun) await closeRequests(change, [row.id], { except: 0 });
  await touchOrder(change, row.id);
  return { is: "settled", says: null };
}

/**
 * If the gateway gives no time: our clock may be this much ahead of its own, and a failure after our time must not look
 * like one before it.
 */
const clockMs = 3_600_000;

const pendingSays =
  "The customer has paid, but the gateway is still checking the payment. It counts once the gateway reports that it is completed.";
