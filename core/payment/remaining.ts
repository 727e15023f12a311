import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/** A payment and its refundable amount: pending refunds, and those with an unknown outcome, count as made. */
export interface Remaining {
  readonly id: Id<"payment">;
  readonly gateway: string;
  readonly byHand: boolean;
  readonly mode: "live" | "test";
  readonly gatewayPaymentId: string | null;
  readonly remainingMinor: number;
  /** Whether its gateway's settings are still there: those of a removed one are kept for some days. */
  readonly isReachable: boolean;
}

/**
 * The order's valid payments, newest first. The caller has locked the order's row, so there are no concurrent refunds.
 */
export async function remainingOf(change: Change, orderId: Id<"order">): Promise<Remaining[]> {
  const rows = await change.tx.execute<{ wire: Remaining }>(sql`
    select json_build_object('id', p.id, 'gateway', p.method, 'byHand', p.by_hand, 'mode', p.mode,
      'gatewayPaymentId', p.gateway_payment_id,
      'isReachable', exists (select from providers where code = p.method and sealed is not null),
      'remainingMinor', p.amount_minor - (
        select coalesce(sum(amount_minor), 0) from refunds where payment_id = p.id and status <> 'failed')) as wire
    from payments p
    where p.order_id = ${orderId} and p.kind = 'captured' and p.reversed_at is null
    order by p.id desc`);
  return rows.map(({ wire }) => wire);
}
