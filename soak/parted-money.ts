/** A soak's gateway held against the store's payments and refunds, once everything is settled. */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Books } from "#local/test-providers/gateway/books";

interface Payment extends Record<string, unknown> {
  readonly id: string;
  readonly amountMinor: number;
}

interface Refund extends Record<string, unknown> {
  readonly id: string;
  readonly gatewayRefundId: string | null;
  readonly amountMinor: number;
  readonly status: string;
}

/** A payment that is not counted once, a refund that was made there or here only, one made twice, and other amounts. */
export async function partedMoney({ pages, payments, refunds }: Books): Promise<string[]> {
  // What parts of an unmatched payment were returned is not in its amount, nor in that of the order's payment (0149).
  const counted = await db().execute<Payment>(sql`
    with parts as (
      select gateway_payment_id, unmatched.status, unmatched.amount_minor,
        coalesce(sum(refunds.amount_minor) filter (where refunds.status = 'succeeded'), 0) as returned_minor
      from unmatched_payments unmatched left join refunds on refunds.unmatched_id = unmatched.id
      where unmatched.gateway = 'test' group by unmatched.id
    )
    select gateway_payment_id as id, (payments.amount_minor + coalesce(returned_minor, 0))::float8 as "amountMinor"
    from payments left join parts using (gateway_payment_id) where method = 'test' and kind = 'captured'
    union all
    select gateway_payment_id, (returned_minor + case status when 'refunded' then 0 else amount_minor end)::float8
    from parts where status <> 'matched'`);
  const made = await db().execute<Refund>(sql`
    select id, gateway_refund_id as "gatewayRefundId", amount_minor::float8 as "amountMinor", status
    from refunds where gateway = 'test'`);
  const there = new Map(refunds.map((refund) => [refund.id, refund]));
  return [
    ...twice(pages.filter(({ reference }) => reference !== "nobody's")).map(
      (reference) => `two pages were opened for ${reference}`,
    ),
    ...twice(refunds.filter(({ reference }) => reference !== "dashboard")).map(
      (reference) => `${reference} was made twice`,
    ),
    ...payments
      .filter(({ id, amountMinor }) => {
        const here = counted.filter((one) => one.id === id);
        return here.length !== 1 || here[0]?.amountMinor !== amountMinor;
      })
      .map(({ id }) => `payment ${id} is not counted once, with its amount`),
    ...refunds
      .filter(({ id, amountMinor }) => {
        const here = made.filter(({ gatewayRefundId }) => gatewayRefundId === id);
        return here.length !== 1 || here[0]?.status !== "succeeded" || here[0].amountMinor !== amountMinor;
      })
      .map(({ id, reference }) => `refund ${id} (${reference}) of the gateway is not one of this store's`),
    ...made
      .filter(({ status, gatewayRefundId }) => status === "succeeded" && !there.has(gatewayRefundId ?? ""))
      .map(({ id }) => `refund ${id} was never made at the gateway`),
    ...made
      .filter(({ status }) => status === "pending" || status === "unknown")
      .map(({ id, status }) => `refund ${id} is still ${status}`),
  ];
}

/** The references that occur more than once. */
function twice(list: readonly { readonly reference: string }[]): string[] {
  const seen = new Set<string>();
  return list.map(({ reference }) => reference).filter((reference) => seen.size === seen.add(reference).size);
}
