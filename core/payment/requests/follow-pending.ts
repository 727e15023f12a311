import { system } from "#core/actor";
import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { gateways } from "#core/payment/gateway-family";

/** How often a gateway is asked about a payment, and for how long. */
const everyHours = 24;
const forDays = 20;
/** Pages in one run; the next one, a minute later, takes the others. */
const mostPages = 100;

interface Page extends Record<string, unknown> {
  readonly id: Id<"paymentRequest">;
  readonly orderId: Id<"order">;
  readonly gateway: string;
  readonly requestId: string;
}

/** Asks gateways about payments that they are still processing: the report of the outcome may be lost. */
export async function followPending(): Promise<void> {
  const finding: string[] = [];
  for (const code of gateways.codes) {
    const gateway = await gateways.load(code);
    if (gateway?.findPayment ?? gateway?.capture?.find) finding.push(code);
  }
  const pages = await db().execute<Page>(sql`
    select q.id, q.order_id as "orderId", q.gateway, q.gateway_request_id as "requestId"
    from payment_requests q join providers p on p.code = q.gateway and p.mode = q.mode and p.sealed is not null
    where q.pending_since < clock_timestamp() - make_interval(hours => ${everyHours})
      and q.pending_since > clock_timestamp() - make_interval(days => ${forDays})
      and q.gateway = any(${sql.param(finding)}) and q.gateway_request_id is not null
      and not exists (
        select from calls c where c.order_id = q.order_id and c.subject_id = q.id and c.does = 'findPayment'
          and c.created_at > clock_timestamp() - make_interval(hours => ${everyHours}))
    order by q.pending_since limit ${sql.raw(String(mostPages))}`);
  for (const { id: subjectId, orderId, gateway: provider, requestId } of pages) {
    try {
      await inChange(system("sweep-work"), (change) =>
        ask(change, { provider, does: "findPayment", subjectId, orderId, asked: { requestId } }),
      );
    } catch (error) {
      log.error("a pending payment could not be asked for", { gateway: provider, requestId, error });
    }
  }
}
