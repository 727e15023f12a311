/** Payments that do not pay their order, as gateways report them: possibly again, and saying more. */
import { audit } from "#core/audit/record";
import * as gateway from "#core/contract/gateway";
import type { UnmatchedReason } from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { Settled } from "#core/inbox/inbox-of";
import { dueMinor } from "#core/order/balance";
import type { OrderRow } from "#core/order/order.table";
import { keepDisputes } from "#core/payment/take-dispute";
import type { Taken } from "../pay-orders.ts";

interface Unmatched extends Taken {
  readonly row: OrderRow | undefined;
  readonly mode: "live" | "test";
  readonly reason: UnmatchedReason;
}

const ofPayment = ({ gateway: code, paymentId }: Pick<Taken, "gateway" | "paymentId">): SQL =>
  sql`known.gateway = ${code} and known.gateway_payment_id = ${paymentId}`;

/** Whether the unmatched payment `known` has gone back, in part at least, or may have. */
const isReturned = sql`exists (select from refunds where unmatched_id = known.id and refunds.status <> 'failed')`;

/** What has been reported of the unmatched payment `known`, with what has gone back since. */
const reported = sql`(
  case known.status when 'refunded' then 0 else known.amount_minor end + (
    select coalesce(sum(amount_minor), 0) from refunds where unmatched_id = known.id and refunds.status = 'succeeded'))`;

/**
 * The order that it settles has been named: until then, its amount may have been that of something else which one payment
 * at Chargebee has paid as well, or have included a fee on top.
 * @returns undefined if it is matched now.
 */
export async function claimUnmatched(change: Change, row: OrderRow, taken: Taken): Promise<Settled | undefined> {
  const [matched] = await change.tx.execute(sql`
    update unmatched_payments known set status = 'matched', order_id = ${row.id}, amount_minor = ${taken.amountMinor},
      named = true
    where ${ofPayment(taken)} and status = 'open' and coalesce(order_id, ${row.id}) = ${row.id}
      and (amount_minor = ${taken.amountMinor} or not ${isReturned}) returning 1`);
  return matched ? undefined : await asKept(change, row, taken, "Someone has matched or refunded it.");
}

/** Records it once. An event that names the order adds it, and its amount, to what one without it has recorded. */
export async function keepUnmatched(change: Change, { row, mode, reason, ...taken }: Unmatched): Promise<Settled> {
  const { amountMinor, currency, paymentId } = taken;
  const [isNews] = await change.tx.execute(sql`
    insert into unmatched_payments as known (id, gateway, mode, gateway_payment_id, amount_minor, currency, reason, order_id, due_minor,
      status, received_at)
    values (${newId("unmatched")}, ${taken.gateway}, ${mode}, ${paymentId}, ${amountMinor}, ${currency},
      ${reason}, ${row?.id ?? null}, ${row ? dueMinor(row) : null}, 'open', ${change.at.toISOString()}::timestamptz)
    on conflict (gateway, gateway_payment_id) do update
      set reason = excluded.reason, order_id = excluded.order_id, due_minor = excluded.due_minor,
        amount_minor = case when ${isReturned} then known.amount_minor else excluded.amount_minor end
      where known.order_id is null and excluded.order_id is not null
        and (excluded.amount_minor <= ${reported} or not ${isReturned})
    returning 1`);
  if (!isNews) return await asKept(change, row, taken, "It was already recorded as unmatched.");
  if (row) {
    await keepDisputes(change, [{ row, gateway: taken.gateway, paymentId }], gateway.receive.name);
    audit(change, gateway.receive.name, row.id, {
      after: { unmatched: reason, amountMinor, currency, paymentId },
    });
  }
  return { is: "settled", says: `Unmatched: ${reason}.` };
}

/** What is kept is not silently all that is known of a payment for several things, each of which is reported. */
async function asKept(change: Change, row: OrderRow | undefined, taken: Taken, says: string): Promise<Settled> {
  if (!row) return { is: "settled", says };
  const [known] = await change.tx.execute<{ forAnother: boolean | null; isLess: boolean }>(sql`
    select order_id <> ${row.id} as "forAnother", order_id is null and ${reported} < ${taken.amountMinor} as "isLess"
    from unmatched_payments known where ${ofPayment(taken)}`);
  if (known?.forAnother) return { is: "stuck", says: forAnotherSays };
  return known?.isLess ? { is: "stuck", says: isLessSays } : { is: "settled", says };
}

const forAnotherSays = "It is an unmatched payment for another order, and is for this one as well: check the gateway.";
const isLessSays =
  "Only another part of the payment was known, and has been refunded. If the gateway has the money for this order, record the order as paid.";
