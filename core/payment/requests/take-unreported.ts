import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { askEach } from "#core/payment/calls/ask-each";
import { captureApproved } from "#core/payment/capture-approved";
import { codesThat } from "#core/payment/gateway-family";
import { findPayment, type KnownPage } from "./find-payment.ts";

/** Before an order is cancelled as unpaid, or the page of an approved payment expires. */
const minutesBefore = 10;
/** After a page has expired on which customers pay at once: they may do so until then. Our clocks may differ. */
const minutesAfter = 10;
/** Pages in one run; the next one, a minute later, takes the others. */
const mostPages = 100;

/**
 * Asks about pages that can no longer be paid, or only for a short time, once each: the customer may have paid, or have
 * approved what is then to be captured, and the report of it may be lost. The gateway refuses if not. One that was removed
 * keeps its settings that long: its webhook was probably removed too, and its customer may have agreed before.
 */
export async function takeUnreported(): Promise<void> {
  const capturing = await codesThat(({ capture }) => capture);
  const finding = await codesThat(({ capture, findPayment }) => !capture && findPayment);
  const pages = await db().execute<KnownPage>(sql`
    select q.id, q.order_id as "orderId", q.gateway, q.gateway_request_id as "requestId"
    from payment_requests q join orders o on o.id = q.order_id
      join providers p on p.code = q.gateway and p.mode = q.mode and p.sealed is not null
      cross join store
      cross join lateral (select q.gateway = any(${sql.param(finding)}) as is_paid_at_once) known
      cross join lateral (
        select least(
          case when is_paid_at_once then q.expires_at + make_interval(mins => ${minutesAfter})
            else q.expires_at - make_interval(mins => ${minutesBefore}) end,
          o.unpaid_since + make_interval(mins => store.unpaid_window_minutes)
            - make_interval(mins => ${minutesBefore})) as due) asked
    where q.status = 'open' and q.gateway = any(${sql.param([...capturing, ...finding])}) and due < clock_timestamp()
      and q.expires_at > clock_timestamp() - case when is_paid_at_once then interval '1 day' else interval '0' end
      and not exists (
        select from calls c where c.order_id = q.order_id and c.subject_id = q.id
          and c.does in ('capture', 'findPayment'))
    order by due limit ${sql.raw(String(mostPages))}`);
  await askEach<KnownPage>(pages, (change, page) =>
    capturing.includes(page.gateway)
      ? captureApproved(change, page.gateway, page.requestId, false)
      : findPayment(change, page),
  );
}
