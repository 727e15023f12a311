import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Gateway, Mode } from "./gateways/gateway.ts";

/** A payment and its refundable amount: pending refunds, and those with an unknown outcome, count as made. */
export interface Remaining {
  readonly id: Id<"payment">;
  readonly gateway: string;
  readonly byHand: boolean;
  readonly mode: Mode;
  readonly gatewayPaymentId: string | null;
  readonly remainingMinor: number;
  /** The mode of its gateway's settings, which are kept for some days after its removal; null without any. */
  readonly modeNow: Mode | null;
}

/**
 * The order's valid payments, newest first. The caller has locked the order's row, so there are no concurrent refunds.
 */
export async function remainingOf(change: Change, orderId: Id<"order">): Promise<Remaining[]> {
  const rows = await change.tx.execute<{ wire: Remaining }>(sql`
    select json_build_object('id', p.id, 'gateway', p.method, 'byHand', p.by_hand, 'mode', p.mode,
      'gatewayPaymentId', p.gateway_payment_id,
      'modeNow', (select mode from providers where code = p.method and sealed is not null),
      'remainingMinor', p.amount_minor - (
        select coalesce(sum(amount_minor), 0) from refunds where payment_id = p.id and status <> 'failed')) as wire
    from payments p
    where p.order_id = ${orderId} and p.kind = 'captured' and p.reversed_at is null
    order by p.id desc`);
  return rows.map(({ wire }) => wire);
}

/** Why a payment cannot be refunded with its gateway's present settings: in the other mode it does not exist. */
export const inOtherMode = ({ label }: Pick<Gateway, "label">, mode: Mode): string =>
  `It was paid in ${mode} mode, and ${label} is now set up in ${mode === "live" ? "test" : "live"} mode. Set it up in ${mode} mode again, then refund.`;
