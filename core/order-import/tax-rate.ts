/** The tax rate of an order in Shopify's export, which has each tax's name and amount, and no line's rate. */
import { basisPointsWhole } from "#core/money";
import type { ShopifyCells } from "./shopify-columns.ts";

/** What may be taxed, without tax. */
interface Taxable {
  readonly goodsMinor: number;
  readonly shippingMinor: number;
}

/**
 * The rate in basis points: that of "IGST 18%", the sum of "CGST 9%" and "SGST 9%" if both are on the same goods, and
 * the average over all goods if "GST 5%" and "GST 18%" are on different ones. The amounts tell which it is: together
 * the taxes are on as many times the goods as there are taxes on each. If a name has no rate, the amounts have to tell.
 */
export function taxRateIn(
  first: ShopifyCells,
  { goodsMinor, shippingMinor, taxMinor }: Taxable & { readonly taxMinor: number },
  decimals: number,
): number {
  const taxes = chargedIn(first);
  if (taxes.length === 0 || taxes.some(({ rate }) => rate === 0))
    return rateOf(taxMinor, { goodsMinor, shippingMinor });
  const sum = Math.min(basisPointsWhole, Math.round(total(taxes, ({ rate }) => rate * basisPointsWhole)));
  // Without amounts, the names are all there is to know.
  if (taxes.length < 2 || taxes.some(({ amount }) => Number.isNaN(amount))) return sum;
  const taxed = total(taxes, ({ rate, amount }) => amount / rate) * 10 ** decimals;
  // It is not known whether the shipping was taxed.
  const onEach = Math.max(1, Math.round(taxed / (goodsMinor + shippingMinor / 2)));
  if (onEach >= taxes.length) return sum;
  const on = Math.min(Math.max(taxed / onEach, goodsMinor), goodsMinor + shippingMinor);
  const average = (total(taxes, ({ amount }) => amount) * 10 ** decimals) / on;
  return Math.min(sum, Math.round(average * basisPointsWhole));
}

/**
 * The rate of a tax that only its amount is known of: the roundest with which the goods, or the goods and the shipping,
 * come to it, otherwise its share of the goods.
 */
function rateOf(taxMinor: number, { goodsMinor, shippingMinor }: Taxable): number {
  for (const on of [goodsMinor, goodsMinor + shippingMinor]) {
    for (const step of [100, 50, 25]) {
      const rate = Math.round(((taxMinor / on) * basisPointsWhole) / step) * step;
      if (rate <= basisPointsWhole && Math.abs((on * rate) / basisPointsWhole - taxMinor) < 1) return rate;
    }
  }
  return goodsMinor > 0 ? Math.min(basisPointsWhole, Math.round((taxMinor / goodsMinor) * basisPointsWhole)) : 0;
}

interface Tax {
  /** 0 if its name has none. */
  readonly rate: number;
  /** NaN if unknown. */
  readonly amount: number;
}

/** Only matches from the first digit, because a cell may be a megabyte of digits. */
const percentage = /(?<!\d)(\d+(?:[.,]\d+)?)\s*%/;

/** Also with a decimal comma. */
const numberIn = (text: string): number => (text ? Number(text.replace(",", ".")) : Number.NaN);

/** The taxes with a rate in their names or an amount, except those that came to nothing. */
const chargedIn = (first: ShopifyCells): Tax[] =>
  ([1, 2, 3, 4, 5] as const)
    .map((nth) => ({
      rate: numberIn(percentage.exec(first.text(`Tax ${nth} Name`))?.[1] ?? "0") / 100,
      // Not a problem if unreadable: it only tells what the rate is of.
      amount: numberIn(first.text(`Tax ${nth} Value`)),
    }))
    .filter(({ rate, amount }) => (rate > 0 ? !(amount <= 0) : amount > 0));

const total = (taxes: readonly Tax[], of: (tax: Tax) => number): number => taxes.reduce((sum, tax) => sum + of(tax), 0);
