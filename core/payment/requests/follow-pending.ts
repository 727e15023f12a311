import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { askEach } from "#core/payment/calls/ask-each";
import { codesThat } from "#core/payment/gateway-family";
import { pendingDays } from "#core/provider/remove-old";
import { findPayment, type KnownPage } from "./find-payment.ts";

/** How often a gateway is asked about a payment. */
const everyHours = 24;
/** Pages in one run; the next one, a minute later, takes the others. */
const mostPages = 100;

/** Asks gateways about payments that they are still processing: the report of the outcome may be lost. */
export async function followPending(): Promise<void> {
  const finding = await codesThat(({ findPayment, capture }) => findPayment ?? capture?.find);
  const pages = await db().execute<KnownPage>(sql`
    select q.id, q.order_id as "orderId", q.gateway, q.gateway_request_id as "requestId"
    from payment_requests q join providers p on p.code = q.gateway and p.mode = q.mode and p.sealed is not null
    where q.pending_since < clock_timestamp() - make_interval(hours => ${everyHours})
      and q.pending_since > clock_timestamp() - make_interval(days => ${pendingDays})
      and q.gateway = any(${sql.param(finding)}) and q.gateway_request_id is not null
      and not exists (
        select from calls c where c.order_id = q.order_id and c.subject_id = q.id and c.does = 'findPayment'
          and c.created_at > clock_timestamp() - make_interval(hours => ${everyHours}))
    order by q.pending_since limit ${sql.raw(String(mostPages))}`);
  await askEach(pages, findPayment);
}
