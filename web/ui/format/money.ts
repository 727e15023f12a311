/** Money as people read and type it. It is kept in whole minor units; no amount is ever a fraction. */
import type { Money } from "#core/contract/fields";
import { decimalSeparator, localeOfMoney } from "./locale.ts";

interface CurrencyFormat {
  readonly formatter: Intl.NumberFormat;
  readonly digits: number;
}

const formats = new Map<string, CurrencyFormat>();

/** Made once for each currency: making a formatter costs a hundred times as much as using it. */
function formatOf(currency: string): CurrencyFormat {
  const language = localeOfMoney(currency);
  const key = `${language} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const formatter = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  const format = { formatter, digits: formatter.resolvedOptions().maximumFractionDigits ?? 2 };
  formats.set(key, format);
  return format;
}

const digitsOf = (currency: string): number => formatOf(currency).digits;

/** 1999 of INR as ₹19.99. */
export function moneyText({ amountMinor, currency }: Money): string {
  const { formatter, digits } = formatOf(currency);
  return formatter.format(amountMinor / 10 ** digits);
}

/** Digits in groups: 1,234,567 and India's 12,34,567. */
const grouped = { ".": /^\d{1,3}(,\d{2,3})*,\d{3}(?=\.|$)/, ",": /^\d{1,3}(\.\d{2,3})*\.\d{3}(?=,)/ } as const;

/**
 * "19.99" as 1999 of INR, and "19,99" where a comma stands before the decimals; null when it is not an amount, has more
 * decimals than the currency, or could be read in two ways. It is never computed as a fraction. Thirteen digits write
 * the largest amount of any currency.
 */
export function parseMinorUnits(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const typed = text.replaceAll(/\s/g, "");
  const point = decimalSeparator() === "," && typed.includes(",") ? "," : ".";
  const plain = typed.replace(grouped[point], (whole) => whole.replaceAll(/[.,]/g, ""));
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(point === "," ? plain.replace(",", ".") : plain);
  const [, whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** 1999 of INR as 19.99, for a chart: what is drawn may be a fraction, what is counted never. */
export const majorUnits = ({ amountMinor, currency }: Money): number => amountMinor / 10 ** digitsOf(currency);

/** 12345.6 of INR as ₹12,346, for the axis of a chart. */
export const wholeAmountText = (amount: number, currency: string): string =>
  new Intl.NumberFormat(localeOfMoney(currency), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: Math.abs(amount) < 10 ? digitsOf(currency) : 0,
    minimumFractionDigits: 0,
  }).format(amount);

/** 1999 of INR as "19.99", for a field or a file. */
export function majorUnitsText(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}
