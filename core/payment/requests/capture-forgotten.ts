import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { captureApproved } from "#core/payment/capture-approved";
import { gateways } from "#core/payment/gateway-family";

interface Page extends Record<string, unknown> {
  readonly gateway: string;
  readonly requestId: string;
}

/** Before a page expires, and with it what was approved on it. */
const minutesBefore = 30;
/** Pages in one run; the next one, a minute later, takes the others. */
const mostPages = 100;

/**
 * Asks once for the capture of pages that are about to expire: the customer may have approved, and the report of it may
 * be lost. The gateway refuses if not.
 */
export async function captureForgotten(): Promise<void> {
  const capturing = [];
  for (const code of gateways.codes) if ((await gateways.load(code))?.capture) capturing.push(code);
  const pages = await db().execute<Page>(sql`
    select q.gateway, q.gateway_request_id as "requestId" from payment_requests q
      join providers p on p.code = q.gateway and p.mode = q.mode and p.removed_at is null
    where q.status = 'open' and q.gateway = any(${sql.param(capturing)}) and q.expires_at > clock_timestamp()
      and q.expires_at < clock_timestamp() + make_interval(mins => ${minutesBefore})
      and not exists (
        select from calls c where c.order_id = q.order_id and c.subject_id = q.id and c.does = 'capture'
          and c.created_at > q.expires_at - make_interval(mins => ${minutesBefore}))
    order by q.expires_at limit ${sql.raw(String(mostPages))}`);
  if (pages.length === 0) return;
  await inChange(system("sweep-work"), async (change) => {
    for (const { gateway, requestId } of pages) await captureApproved(change, gateway, requestId);
  });
}
