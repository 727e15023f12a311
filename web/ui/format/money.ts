/** Formatting and parsing of money. Amounts are whole minor units, never fractions. */

import type { Money } from "#core/contract/kit/fields";
import { decimalsOf, formatOf } from "#core/contract/values/currency";
import { decimalSeparator, localeOfMoney } from "./locale.ts";

const formatters = new Map<string, Intl.NumberFormat>();

/** Cached by currency: creating a formatter costs a hundred times as much as using it. */
function formatterOf(currency: string): Intl.NumberFormat {
  const language = localeOfMoney(currency);
  const key = `${language} ${currency}`;
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(language, { ...formatOf(currency), currencyDisplay: "narrowSymbol" });
  formatters.set(key, formatter);
  return formatter;
}

/** 1999 of INR as ₹19.99. */
export const moneyText = ({ amountMinor, currency }: Money): string =>
  formatterOf(currency).format(amountMinor / 10 ** decimalsOf(currency));

/** Grouped digits: 1,234,567 and India's 12,34,567. */
const grouped = { ".": /^\d{1,3}(,\d{2,3})*,\d{3}(?=\.|$)/, ",": /^\d{1,3}(\.\d{2,3})*\.\d{3}(?=,)/ } as const;

/**
 * "19.99" as 1999 of INR, and "19,99" where the decimal separator is a comma; null if it is not an amount, has more
 * decimals than the currency, or is ambiguous. It is never computed as a fraction. Thirteen digits suffice for the
 * largest amount of any currency.
 */
export function parseMinorUnits(text: string, currency: string): number | null {
  const digits = decimalsOf(currency);
  const typed = text.replaceAll(/\s/g, "");
  // One dinar and a part, or a thousand and more.
  if (decimalSeparator() === "," && /^\d{1,3}\.\d{3}$/.test(typed)) return null;
  const point = decimalSeparator() === "," && typed.includes(",") ? "," : ".";
  const plain = typed.replace(grouped[point], (whole) => whole.replaceAll(/[.,]/g, ""));
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(point === "," ? plain.replace(",", ".") : plain);
  const [, whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** 1999 of INR as 19.99, for charts only: a fraction may be drawn, but never calculated with. */
export const majorUnits = ({ amountMinor, currency }: Money): number => amountMinor / 10 ** decimalsOf(currency);

/** 1999 of INR as "19.99" for a field, or as "19,99" where a field with three decimals would be ambiguous. */
export function fieldText(amountMinor: number, currency: string): string {
  const text = majorUnitsText(amountMinor, currency);
  return decimalsOf(currency) === 3 ? text.replace(".", decimalSeparator()) : text;
}

/** 1999 of INR as "19.99", for a file. */
export function majorUnitsText(amountMinor: number, currency: string): string {
  const digits = decimalsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}
