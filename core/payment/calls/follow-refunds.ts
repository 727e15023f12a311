import { system } from "#core/actor";
import { ask } from "#core/call/ask";
import { inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { refundInput, type WantedRefund } from "#core/payment/ask-for-refund";

/** How often a gateway is asked about a refund, and for how long. */
const everyHours = 24;
const forDays = 60;
/** Refunds in one run; the next one, a minute later, takes the others. */
const mostRefunds = 100;

type Pending = WantedRefund & Record<string, unknown>;

/**
 * Asks gateways about refunds made here that they have accepted but not completed: the report of the outcome may be
 * lost. A gateway that is not set up any more keeps its settings until its refunds have an outcome.
 */
export async function followRefunds(): Promise<void> {
  await inChange(system("sweep-work"), async (change) => {
    const due = await change.tx.execute<Pending>(sql`
      with due as (
        select id from refunds
        where status = 'pending' and not made_elsewhere and gateway_refund_id is not null
          and at > clock_timestamp() - make_interval(days => ${forDays})
          and coalesce(looked_at, at) < clock_timestamp() - make_interval(hours => ${everyHours})
          and exists (
            select from providers where code = gateway and providers.mode = refunds.mode and sealed is not null)
        order by id limit ${sql.raw(String(mostRefunds))} for update skip locked)
      update refunds set looked_at = clock_timestamp() from due
      where refunds.id = due.id
      returning refunds.id, order_id as "orderId", gateway, amount_minor::float8 as "amountMinor", currency,
        coalesce(
          (select gateway_payment_id from payments where payments.id = payment_id),
          (select gateway_payment_id from unmatched_payments where unmatched_payments.id = unmatched_id)) as "paymentId"`);
    for (const refund of due) {
      await ask(change, {
        ...{ provider: refund.gateway, does: "followRefund", subjectId: refund.id, orderId: refund.orderId },
        asked: refundInput(refund),
      });
    }
  });
}
