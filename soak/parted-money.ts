/** A soak's gateway held against the store's payments and refunds, once everything is settled. */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Books } from "#local/test-gateway/books";

interface Payment extends Record<string, unknown> {
  readonly id: string;
  readonly amountMinor: number;
  readonly isUnmatched: boolean;
}

interface Refund extends Record<string, unknown> {
  readonly id: string;
  readonly gatewayRefundId: string | null;
  readonly amountMinor: number;
  readonly status: string;
}

/** A payment that is not counted once, a refund that was made there or here only, one made twice, and other amounts. */
export async function partedMoney({ pages, payments, refunds }: Books): Promise<string[]> {
  const counted = await db().execute<Payment>(sql`
    select gateway_payment_id as id, amount_minor::float8 as "amountMinor", false as "isUnmatched"
    from payments where method = 'test' and kind = 'captured'
    union all
    select gateway_payment_id, amount_minor::float8, true
    from unmatched_payments where gateway = 'test' and status <> 'matched'`);
  const made = await db().execute<Refund>(sql`
    select id, gateway_refund_id as "gatewayRefundId", amount_minor::float8 as "amountMinor", status
    from refunds where gateway = 'test'`);
  const unmatched = new Set(counted.filter(({ isUnmatched }) => isUnmatched).map(({ id }) => id));
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
      // Part of an unmatched payment that was returned at the gateway waits until staff have matched the payment.
      .filter(({ id, paymentId, amountMinor }) => {
        const here = made.filter(({ gatewayRefundId }) => gatewayRefundId === id);
        const isRight = here.length === 1 && here[0]?.status === "succeeded" && here[0].amountMinor === amountMinor;
        return !isRight && !unmatched.has(paymentId);
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
