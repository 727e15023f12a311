/** Money as people read and type it. It is kept in whole minor units; no amount is ever a fraction. */
import type { Money } from "#core/contract/fields";

interface CurrencyFormat {
  readonly formatter: Intl.NumberFormat;
  readonly digits: number;
}

const formats = new Map<string, CurrencyFormat>();

/** Made once for each currency: making a formatter costs a hundred times as much as using it. */
function formatOf(currency: string): CurrencyFormat {
  const known = formats.get(currency);
  if (known) return known;
  const formatter = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", { style: "currency", currency });
  const format = { formatter, digits: formatter.resolvedOptions().maximumFractionDigits ?? 2 };
  formats.set(currency, format);
  return format;
}

const digitsOf = (currency: string): number => formatOf(currency).digits;

/** 1999 of INR as ₹19.99. */
export function moneyText({ amountMinor, currency }: Money): string {
  const { formatter, digits } = formatOf(currency);
  return formatter.format(amountMinor / 10 ** digits);
}

/** "19.99" as 1999 of INR; null when it is not an amount, or has more decimals than the currency. It is never computed as a fraction. */
export function parseMinorUnits(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.replaceAll(/[,\s]/g, ""));
  const [, whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** 1999 of INR as 19.99, for a chart: what is drawn may be a fraction, what is counted never. */
export const majorUnits = ({ amountMinor, currency }: Money): number => amountMinor / 10 ** digitsOf(currency);

/** 12345.6 of INR as ₹12,346, for the axis of a chart. */
export const wholeAmountText = (amount: number, currency: string): string =>
  new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", {
    style: "currency",
    currency,
    maximumFractionDigits: Math.abs(amount) < 10 ? digitsOf(currency) : 0,
    minimumFractionDigits: 0,
  }).format(amount);

/** 1999 of INR as "19.99", for a field or a file. */
export function majorUnitsText(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}
