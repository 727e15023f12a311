import { amountMinorMax } from "#core/contract/kit/fields";
import type { DiscountTerms } from "#core/discount/use-discount";
import { percentageOf, shares, taxAdded, taxIncluded } from "#core/money";
import { Refusal } from "#core/refusal";

export interface PricedLine {
  readonly quantity: number;
  readonly unitPriceMinor: number;
  readonly taxBasisPoints: number;
}

export interface Terms {
  readonly discount: DiscountTerms | null;
  /** The shipping price before any discount. It is not taxed separately. */
  readonly shippingMinor: number;
  /** A fixed amount off the shipping besides. */
  readonly shippingDiscountMinor?: number;
  /** The store's setting: whether prices include tax, or tax is added. */
  readonly taxesInclusive: boolean;
}

export interface LineTotals {
  /** Quantity times unit price. */
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  readonly taxMinor: number;
  /** What the customer pays for the line: after discount, with tax. */
  readonly totalMinor: number;
}

export interface OrderTotals {
  readonly subtotalMinor: number;
  /** The sum of the lines' shares, and what is off the shipping. */
  readonly discountMinor: number;
  readonly shippingMinor: number;
  readonly taxMinor: number;
  /** Subtotal minus discount plus shipping, plus tax unless prices include it. */
  readonly totalMinor: number;
}

export interface Totals extends OrderTotals {
  /** In the order of the given lines. */
  readonly lines: readonly LineTotals[];
}

/**
 * An order's totals, in minor units. The discount is shared among the lines in proportion, then each line's tax is
 * calculated on the rest. A code whose minimum the lines no longer reach gives no discount.
 * @throws Refusal `price.tooLarge` if the sum is not a safe integer.
 */
export function totalsOf(lines: readonly PricedLine[], terms: Terms): Totals {
  const subtotals = lines.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor);
  const subtotalMinor = sumOf(subtotals);
  if (subtotalMinor + terms.shippingMinor > amountMinorMax) throw new Refusal("price.tooLarge", { amountMinorMax });

  const offLines = amountOff(subtotalMinor, terms.discount);
  const discounts = shares(offLines, subtotals);
  const shown = lines.map(({ taxBasisPoints }, index): LineTotals => {
    const [subtotal = 0, discountMinor = 0] = [subtotals[index], discounts[index]];
    const afterDiscount = subtotal - discountMinor;
    const taxMinor = terms.taxesInclusive
      ? taxIncluded(afterDiscount, taxBasisPoints)
      : taxAdded(afterDiscount, taxBasisPoints);
    return {
      subtotalMinor: subtotal,
      discountMinor,
      taxMinor,
      totalMinor: terms.taxesInclusive ? afterDiscount : afterDiscount + taxMinor,
    };
  });

  const discountMinor = offLines + shippingOff(subtotalMinor, terms);
  return {
    lines: shown,
    subtotalMinor,
    discountMinor,
    shippingMinor: terms.shippingMinor,
    taxMinor: sumOf(shown.map((line) => line.taxMinor)),
    totalMinor: sumOf(shown.map((line) => line.totalMinor)) + terms.shippingMinor - (discountMinor - offLines),
  };
}

/** Never more than the lines' total: a larger fixed amount makes them free, and not negative. */
function amountOff(subtotalMinor: number, discount: DiscountTerms | null): number {
  if (!discount || subtotalMinor < discount.minimumMinor) return 0;
  if (discount.kind === "percentage") return Math.min(percentageOf(subtotalMinor, discount.value ?? 0), subtotalMinor);
  if (discount.kind === "fixed") return Math.min(discount.value ?? 0, subtotalMinor);
  return 0;
}

function shippingOff(subtotalMinor: number, { discount, shippingMinor, shippingDiscountMinor = 0 }: Terms): number {
  const isFree = discount?.kind === "freeShipping" && subtotalMinor >= discount.minimumMinor;
  return isFree ? shippingMinor : Math.min(shippingDiscountMinor, shippingMinor);
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
