import { ask } from "#core/call/ask";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { findLockedOrder } from "#core/order/lock";
import { refundInput, type WantedRefund } from "#core/payment/ask-for-refund";
import { askEach } from "./ask-each.ts";

/** How often a gateway is asked about a pending refund, and for how long. */
const everyHours = 24;
const forDays = 60;
/** How long after its success it is asked again: the customer's bank may have returned the money. */
const againAfterDays = [7, 30];
/** How late that may be, after a time without us. */
const lateDays = 3;
/** Refunds in one run; the next one, a minute later, takes the others. */
const mostRefunds = 100;

/** `now()`, because only with that can the index be used. */
const returned = againAfterDays.map(
  (days) => sql`
  union all
  select id from refunds where status = 'succeeded'
    and settled_at between now() - make_interval(days => ${days + lateDays}) and now() - make_interval(days => ${days})
    and coalesce(looked_at < settled_at + make_interval(days => ${days}), true)`,
);
const dueIds = sql`
  select id from refunds
  where status = 'pending' and coalesce(looked_at, at) < now() - make_interval(hours => ${everyHours})
    and at > now() - make_interval(days => ${forDays})${sql.join(returned)}`;

/**
 * Asks gateways about refunds made here that they have accepted but not completed, and again about those that they have
 * completed: the report of the outcome may be lost. A gateway that is not set up any more keeps its settings until its
 * refunds have an outcome.
 */
export async function followRefunds(): Promise<void> {
  const due = await db().execute<Due>(sql`
    select id, order_id as "orderId", gateway, amount_minor::float8 as "amountMinor", currency, status,
      gateway_refund_id as "refundId", looked_at::text as "lookedAt",
      coalesce(
        (select gateway_payment_id from payments where payments.id = payment_id),
        (select gateway_payment_id from unmatched_payments where unmatched_payments.id = unmatched_id)) as "paymentId"
    from refunds
    where id in (${dueIds}) and not made_elsewhere and gateway_refund_id is not null and exists (
        select from providers where code = gateway and providers.mode = refunds.mode and sealed is not null)
    order by id limit ${sql.raw(String(mostRefunds))}`);
  await askEach(due, async (change, refund) => {
    if (refund.orderId) await findLockedOrder(change, refund.orderId);
    const still = await change.tx.execute(sql`
      update refunds set looked_at = clock_timestamp()
      where id = ${refund.id} and status = ${refund.status}
        and looked_at is not distinct from ${refund.lookedAt}::timestamptz returning 1`);
    if (still.length === 0) return;
    await ask(change, {
      ...{ provider: refund.gateway, does: "followRefund", subjectId: refund.id, orderId: refund.orderId },
      asked: { ...refundInput(refund), refundId: refund.refundId },
    });
  });
}

interface Due extends WantedRefund, Record<string, unknown> {
  readonly refundId: string;
  readonly status: string;
  readonly lookedAt: string | null;
}
