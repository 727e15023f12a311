import { shares } from "#core/money";

interface Sold {
  readonly quantity: number;
  readonly unitPriceMinor: number;
  /** The discount on this line only. */
  readonly ownDiscountMinor: number;
  /** Whether the order's discount and taxes are also on this line. */
  readonly applies: { readonly discount: boolean; readonly tax: boolean };
}

interface OrderMoney {
  readonly discountMinor: number;
  readonly taxMinor: number;
  readonly taxesInclusive: boolean;
}

export interface LineMoney {
  readonly discountMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/**
 * Splits an order's discount and tax among its lines, so that they add up exactly: each line keeps its own discount,
 * the rest is split in proportion to the lines' amounts, and the tax in proportion to the discounted amounts. A
 * discount above the lines' amounts is not split further: what remains is off the shipping.
 */
export function lineMoneyOf(
  lines: readonly Sold[],
  { discountMinor, taxMinor, taxesInclusive }: OrderMoney,
): LineMoney[] {
  const worth = lines.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor);
  const own = lines.map(({ ownDiscountMinor }, nth) => Math.min(ownDiscountMinor, worth[nth] ?? 0));
  const ownSum = own.reduce((sum, one) => sum + one, 0);
  // If the lines' discounts exceed the order's, the order's counts.
  const kept = ownSum <= discountMinor ? own : own.map(() => 0);
  const rest = discountMinor - kept.reduce((sum, one) => sum + one, 0);
  const room = lines.map(({ applies }, nth) => (applies.discount ? (worth[nth] ?? 0) - (kept[nth] ?? 0) : 0));
  const onLines = Math.min(
    rest,
    Math.max(
      0,
      room.reduce((sum, one) => sum + one, 0),
    ),
  );
  const further = onLines > 0 ? shares(onLines, room) : lines.map(() => 0);
  const discounts = kept.map((one, nth) => one + (further[nth] ?? 0));
  const taxable = lines.map(({ applies }, nth) =>
    applies.tax ? Math.max(0, (worth[nth] ?? 0) - (discounts[nth] ?? 0)) : 0,
  );
  const taxes = taxMinor > 0 ? shares(taxMinor, taxable) : lines.map(() => 0);
  return lines.map((_, nth) => {
    const [discount = 0, tax = 0, of = 0] = [discounts[nth], taxes[nth], worth[nth]];
    return { discountMinor: discount, taxMinor: tax, totalMinor: of - discount + (taxesInclusive ? 0 : tax) };
  });
}
