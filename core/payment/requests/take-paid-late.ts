import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { askEach } from "#core/payment/calls/ask-each";
import { codesThat } from "#core/payment/gateway-family";
import { findPayment, type KnownPage } from "./find-payment.ts";

/** After a page has expired: the customer may pay until then. Our clocks may differ. */
const minutesAfter = 10;
/** Pages in one run; the next one, a minute later, takes the others. */
const mostPages = 100;

/**
 * Asks gateways that cannot close a page about those that were closed here only, once each after they have expired: the
 * customer may have paid there even so, and the report of it may be lost.
 */
export async function takePaidLate(): Promise<void> {
  const lasting = await codesThat(({ findPayment, closeRequest }) => findPayment && !closeRequest);
  const pages = await db().execute<KnownPage>(sql`
    select q.id, q.order_id as "orderId", q.gateway, q.gateway_request_id as "requestId"
    from payment_requests q join providers p on p.code = q.gateway and p.mode = q.mode and p.sealed is not null
    where q.status = 'closed' and q.pending_since is null and q.gateway = any(${sql.param(lasting)})
      and q.gateway_request_id is not null
      and q.expires_at < now() - make_interval(mins => ${minutesAfter}) and q.expires_at > now() - interval '1 day'
      and not exists (
        select from calls c where c.order_id = q.order_id and c.subject_id = q.id and c.does = 'findPayment'
          and (c.created_at > q.expires_at or c.settled_at is null))
    order by q.expires_at limit ${sql.raw(String(mostPages))}`);
  await askEach(pages, findPayment);
}
