import type * as z from "zod";
import type * as order from "#core/contract/order";
import type { DiscountTerms } from "#core/discount/use-discount";
import { type PricedLine, type Totals, totalsOf } from "#core/price/totals";
import type { OrderRow } from "./order.table.ts";

/** What an order's totals are computed from, besides its lines. */
type Terms = Pick<
  OrderRow,
  | ("discountKind" | "discountValue" | "discountMinimumMinor" | "shippingDiscountMinor")
  | ("shippingMinor" | "taxesInclusive")
>;

/** The terms of its code when the order got it; null without one. */
const discountOf = ({ discountKind: kind, discountValue: value, discountMinimumMinor }: Terms): DiscountTerms | null =>
  kind && { kind, value, minimumMinor: discountMinimumMinor ?? 0 };

/** The totals of lines on an order's terms. */
export const totalsBy = (terms: Terms, lines: readonly PricedLine[]): Totals =>
  totalsOf(lines, {
    discount: discountOf(terms),
    shippingMinor: terms.shippingMinor,
    shippingDiscountMinor: terms.shippingDiscountMinor,
    taxesInclusive: terms.taxesInclusive,
  });

/** An order's totals as the API shows them. */
export function shownTotals(row: OrderRow): z.output<typeof order.Totals> {
  const money = (amountMinor: number) => ({ amountMinor, currency: row.currency });
  return {
    subtotal: money(row.subtotalMinor),
    discount: money(row.discountMinor),
    shipping: money(row.shippingMinor),
    tax: money(row.taxMinor),
    total: money(row.totalMinor),
  };
}
