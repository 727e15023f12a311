import { ask } from "#core/call/ask";
import { settleOpenCall } from "#core/call/settle-open";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";
import { collectedFor, findLockedOrder, hasPendingPayment } from "#core/order/lock";

/**
 * The customer has approved: the money is captured now, because at such a gateway approval alone pays nothing. If the
 * order no longer owes the amount, a carrier is to collect it, or another payment for it is still being processed, it is
 * not captured, because it would have to be refunded.
 *
 * @param isReported by the gateway: a capture without an answer may have been asked for before, and its repetition would
 * be answered as the first, that nobody had approved. The new one has another key.
 */
export async function captureApproved(
  change: Change,
  gateway: string,
  requestId: string,
  isReported: boolean,
): Promise<Settled> {
  // What is counted must not change until the new call is written.
  await findLockedOrder(
    change,
    sql`(
    select order_id from payment_requests where gateway = ${gateway} and gateway_request_id = ${requestId})`,
  );
  const [request] = await change.tx.execute<Page>(sql`
    select q.id, q.order_id, q.status, ${isDue} as "isDue",
      (select count(*)::integer from calls c where c.order_id = q.order_id and c.subject_id = q.id and c.does = 'capture'
        and c.status = 'refused') as declined
    from payment_requests q join orders o on o.id = q.order_id
    where q.gateway = ${gateway} and q.gateway_request_id = ${requestId}`);
  if (!request) return { is: "ignored", says: "It is not about a payment page of this store." };
  if (request.status !== "open") return { is: "settled", says: `The page is ${request.status}; nothing was taken.` };
  if (!request.isDue) return { is: "settled", says: notDue };
  const call = { does: "capture", subjectId: request.id };
  let { declined } = request;
  const since = { is: "refused", says: "The customer has approved since." } as const;
  if (isReported && (await settleOpenCall(change, call, since))) declined += 1;
  await ask(change, {
    ...{ ...call, provider: gateway, orderId: request.order_id },
    asked: { id: request.id, requestId, declined, isReported },
  });
  return { is: "settled", says: null };
}

/** Of a page `q` of the order `o`. */
const isDue = sql`(
  q.amount_minor = o.due_minor and not ${collectedFor(sql`o.id`)} and not ${hasPendingPayment(sql`o.id`)})`;

const notDue = "The order no longer owes that; nothing was taken.";

/** Why the page's amount must not be captured; undefined if the order owes it. */
export async function whyNotDue(requestId: string): Promise<string | undefined> {
  const due = await db().execute(sql`
    select from payment_requests q join orders o on o.id = q.order_id where q.id = ${requestId} and ${isDue}`);
  return due.length > 0 ? undefined : notDue;
}

interface Page extends Record<string, unknown> {
  readonly id: Id<"paymentRequest">;
  readonly order_id: Id<"order">;
  readonly status: string;
  readonly isDue: boolean;
  readonly declined: number;
}
