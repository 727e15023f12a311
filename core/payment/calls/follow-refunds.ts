import { ask } from "#core/call/ask";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { findLockedOrder } from "#core/order/lock";
import { refundInput, type WantedRefund } from "#core/payment/ask-for-refund";
import { askEach } from "./ask-each.ts";

/** How often a gateway is asked about a refund, and for how long. */
const everyHours = 24;
const forDays = 60;
/** Refunds in one run; the next one, a minute later, takes the others. */
const mostRefunds = 100;

const isDue = sql`
  status = 'pending' and coalesce(looked_at, at) < clock_timestamp() - make_interval(hours => ${everyHours})`;

/**
 * Asks gateways about refunds made here that they have accepted but not completed: the report of the outcome may be
 * lost. A gateway that is not set up any more keeps its settings until its refunds have an outcome.
 */
export async function followRefunds(): Promise<void> {
  const due = await db().execute<WantedRefund & Record<string, unknown>>(sql`
    select id, order_id as "orderId", gateway, amount_minor::float8 as "amountMinor", currency,
      coalesce(
        (select gateway_payment_id from payments where payments.id = payment_id),
        (select gateway_payment_id from unmatched_payments where unmatched_payments.id = unmatched_id)) as "paymentId"
    from refunds
    where ${isDue} and not made_elsewhere and gateway_refund_id is not null
      and at > clock_timestamp() - make_interval(days => ${forDays})
      and exists (
        select from providers where code = gateway and providers.mode = refunds.mode and sealed is not null)
    order by id limit ${sql.raw(String(mostRefunds))}`);
  await askEach(due, async (change, refund) => {
    if (refund.orderId) await findLockedOrder(change, refund.orderId);
    const still = await change.tx.execute(sql`
      update refunds set looked_at = clock_timestamp() where id = ${refund.id} and ${isDue} returning 1`);
    if (still.length === 0) return;
    await ask(change, {
      ...{ provider: refund.gateway, does: "followRefund", subjectId: refund.id, orderId: refund.orderId },
      asked: refundInput(refund),
    });
  });
}
