import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { captureApproved } from "#core/payment/capture-approved";
import { gateways } from "#core/payment/gateway-family";

interface Page extends Record<string, unknown> {
  readonly gateway: string;
  readonly requestId: string;
}

/** Before a page expires, or its order is cancelled as unpaid. */
const minutesBefore = 10;
/** Pages in one run; the next one, a minute later, takes the others. */
const mostPages = 100;

/**
 * Asks for the capture of pages that can soon no longer be paid, if that has never been asked for: the customer may have
 * approved, and the report of it may be lost. The gateway refuses if not.
 */
export async function captureForgotten(): Promise<void> {
  const capturing = [];
  for (const code of gateways.codes) if ((await gateways.load(code))?.capture) capturing.push(code);
  const pages = await db().execute<Page>(sql`
    select q.gateway, q.gateway_request_id as "requestId"
    from payment_requests q join orders o on o.id = q.order_id
      join providers p on p.code = q.gateway and p.mode = q.mode and p.removed_at is null
      cross join store
      cross join lateral (
        select least(q.expires_at, o.unpaid_since + make_interval(mins => store.unpaid_window_minutes)) as ends) until
    where q.status = 'open' and q.gateway = any(${sql.param(capturing)}) and q.expires_at > clock_timestamp()
      and ends < clock_timestamp() + make_interval(mins => ${minutesBefore})
      and not exists (
        select from calls c where c.order_id = q.order_id and c.subject_id = q.id and c.does = 'capture')
    order by ends limit ${sql.raw(String(mostPages))}`);
  for (const page of pages) await captureOf(page);
}

async function captureOf({ gateway, requestId }: Page): Promise<void> {
  try {
    await inChange(system("sweep-work"), (change) => captureApproved(change, gateway, requestId, false));
  } catch (error) {
    log.error("an approved payment could not be captured", { gateway, requestId, error });
  }
}
