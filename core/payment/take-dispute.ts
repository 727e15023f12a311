import { type Action, audit } from "#core/audit/record";
import { auditEach } from "#core/audit/record-each";
import * as gatewayApi from "#core/contract/gateway";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { Settled } from "#core/inbox/inbox-of";
import type { DisputeEnd } from "./gateways/disputes.ts";
import type { Happened } from "./gateways/gateway.ts";

type Opened = Extract<Happened, { is: "disputeOpened" }>;
type Closed = Omit<Extract<Happened, { is: "disputeClosed" }>, "is">;

/** Shown in the order's timeline and on Home; it is handled at the gateway. */
export async function openDispute(change: Change, gateway: string, event: Opened): Promise<Settled> {
  const { disputeId, paymentId, amountMinor, currency, moneyTaken, reason, openAt, closed } = event;
  let orderId = await orderPaidBy(change, gateway, paymentId);
  if (!orderId) {
    // A concurrent change that counts the payment looks for disputes: the lock ensures that one of the two sees the
    // other.
    await change.tx.execute(sql`lock table disputes in share row exclusive mode`);
    orderId = await orderPaidBy(change, gateway, paymentId);
  }
  // An inquiry becomes a dispute that takes money, possibly of another amount; one that was closed may be open again, and
  // one that was won may have been open again unseen, and be lost.
  const isReopened = sql`coalesce(known.closed_at < excluded.open_at or ${lostSince(closed)}, false)`;
  const [isNews] = await change.tx.execute(sql`
    insert into disputes as known (id, gateway, gateway_dispute_id, gateway_payment_id, order_id, amount_minor, currency,
      money_taken, reason, status, opened_at, open_at)
    values (${newId("dispute")}, ${gateway}, ${disputeId}, ${paymentId}, ${orderId ?? null}, ${amountMinor}, ${currency},
      ${moneyTaken}, ${reason}, 'open', ${change.at.toISOString()}::timestamptz, ${openAt?.toISOString() ?? null}::timestamptz)
    on conflict (gateway, gateway_dispute_id) do update
      set money_taken = known.money_taken or excluded.money_taken, reason = excluded.reason,
        amount_minor = excluded.amount_minor, currency = excluded.currency,
        status = case when ${isReopened} then 'open' else known.status end,
        closed_at = case when ${isReopened} then null else known.closed_at end
      where (excluded.money_taken and not known.money_taken) or ${isReopened}
    returning 1`);
  // A closing that is reported later, from before it was open again, does not close it.
  if (openAt) {
    await change.tx.execute(sql`
      update disputes set open_at = ${openAt.toISOString()}::timestamptz
      where gateway = ${gateway} and gateway_dispute_id = ${disputeId}
        and (open_at is null or open_at < ${openAt.toISOString()}::timestamptz)`);
  }
  if (orderId && isNews) {
    audit(change, gatewayApi.receive.name, orderId, {
      after: { dispute: disputeId, amountMinor, reason, moneyTaken },
    });
  }
  return closed ? closeDispute(change, gateway, { disputeId, ...closed }) : { is: "settled", says: null };
}

/** Links disputes reported before their payment to its order. The caller has locked the orders' rows. */
export async function keepDisputes(change: Change, paid: readonly DisputedPayment[], action: Action): Promise<void> {
  const now = paid.map(({ row, gateway, paymentId }) => ({ order_id: row.id, gateway, payment_id: paymentId }));
  const found = await change.tx.execute<Kept>(sql`
    update disputes known set order_id = now.order_id
    from jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as now(order_id text, gateway text, payment_id text)
    where known.gateway_payment_id = any(${sql.param(paid.map(({ paymentId }) => paymentId))})
      and known.gateway = now.gateway and known.gateway_payment_id = now.payment_id
      and known.order_id is distinct from now.order_id
    returning known.order_id as "subjectId", known.gateway_dispute_id as dispute, known.amount_minor::float8 as "amountMinor",
      known.reason, known.money_taken as "moneyTaken", known.status`);
  if (found.length === 0) return;
  auditEach(
    change,
    action,
    "order",
    found.map(({ subjectId, ...after }) => ({ subjectId, after })),
  );
}

interface DisputedPayment {
  readonly row: { readonly id: Id<"order"> };
  readonly gateway: string;
  readonly paymentId: string;
}

interface Kept extends Record<string, unknown> {
  readonly subjectId: Id<"order">;
}

export async function closeDispute(change: Change, gateway: string, event: Closed): Promise<Settled> {
  const status = event.won === null ? "closed" : event.won ? "won" : "lost";
  // Some gateways report the end and the result separately, in either order.
  const closedAt = (event.closedAt ?? change.at).toISOString();
  const [closed] = await change.tx.execute<{ order_id: Id<"order"> | null }>(sql`
    update disputes known set status = ${status}, closed_at = ${closedAt}::timestamptz,
      money_taken = money_taken or ${status === "lost"}
    where gateway = ${gateway} and gateway_dispute_id = ${event.disputeId}
      and (open_at is null or open_at <= ${closedAt}::timestamptz)
      and (status = 'open' or (status = 'closed' and ${status} <> 'closed') or ${lostSince(event)})
    returning order_id`);
  if (closed?.order_id) {
    audit(change, gatewayApi.receive.name, closed.order_id, { after: { dispute: event.disputeId, status } });
  }
  // Closed before it was opened: the event waits for the opening.
  if (!closed && !(await isKnown(change, gateway, event.disputeId)))
    return { is: "later", says: "It has not been opened yet." };
  return { is: "settled", says: null };
}

/** Whether a dispute `known` that was won has been lost later, by the gateway's clock: ours does not tell which was last. */
const lostSince = (end: DisputeEnd | undefined): SQL => {
  const lostAt = end?.won === false ? end.closedAt?.toISOString() : undefined;
  return sql`(known.status = 'won' and known.closed_at < ${lostAt ?? null}::timestamptz)`;
};

async function isKnown(change: Change, gateway: string, disputeId: string): Promise<boolean> {
  const found = await change.tx.execute(sql`
    select 1 from disputes where gateway = ${gateway} and gateway_dispute_id = ${disputeId}`);
  return found.length > 0;
}

/** The order that a payment paid, or that an unmatched payment refers to: null if to none, undefined without a payment. */
export async function orderPaidBy(
  change: Change,
  gateway: string,
  paymentId: string,
): Promise<Id<"order"> | null | undefined> {
  const [row] = await change.tx.execute<{ order_id: Id<"order"> | null }>(sql`
    select order_id from payments where method = ${gateway} and gateway_payment_id = ${paymentId} and kind = 'captured'
    union all
    select order_id from unmatched_payments
      where gateway = ${gateway} and gateway_payment_id = ${paymentId}
    order by order_id limit 1`);
  return row?.order_id;
}
