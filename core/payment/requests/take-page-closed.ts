import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";
import { findLockedOrder, touchOrder } from "#core/order/lock";
import type { Happened } from "#core/payment/gateways/gateway";

type PageClosed = Extract<Happened, { is: "pageClosed" }>;

/** The page can no longer be paid at the gateway: it is not reused, and a new one can be requested. */
export async function takePageClosed(change: Change, gateway: string, event: PageClosed): Promise<Settled> {
  const [page] = await change.tx.execute<{ id: string; order_id: Id<"order"> }>(sql`
    select id, order_id from payment_requests where gateway = ${gateway}
      and (id = ${event.paymentRequestId ?? null} or gateway_request_id = ${event.requestId}) limit 1`);
  if (!page) return { is: "ignored", says: "It is not about a payment page of this store." };
  await findLockedOrder(change, page.order_id);
  const [closed] = await change.tx.execute(sql`
    update payment_requests set status = 'closed' where id = ${page.id} and status in ('asked', 'open', 'closing') returning 1`);
  if (closed) await touchOrder(change, page.order_id);
  return { is: "settled", says: closed ? null : "The page was not open." };
}
