/** Money as people read and type it. Integers all the way: no amount is ever a fraction. */
import type { Money } from "#core/contract/fields";

interface Written {
  readonly formatter: Intl.NumberFormat;
  readonly digits: number;
}

const kept = new Map<string, Written>();

/** How a currency is written, worked out once: making a formatter costs a hundred times what using it does. */
function writtenAs(currency: string): Written {
  const known = kept.get(currency);
  if (known) return known;
  const formatter = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", { style: "currency", currency });
  const written = { formatter, digits: formatter.resolvedOptions().maximumFractionDigits ?? 2 };
  kept.set(currency, written);
  return written;
}

const digitsOf = (currency: string): number => writtenAs(currency).digits;

/** 1999 of INR as ₹19.99. */
export function moneyText({ amountMinor, currency }: Money): string {
  const { formatter, digits } = writtenAs(currency);
  return formatter.format(amountMinor / 10 ** digits);
}

/** "19.99" as 1999 of INR: null when it is no amount, or finer than the currency. Never by way of a fraction. */
export function minorFrom(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const found = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.replaceAll(/[,\s]/g, ""));
  const [, whole = "", fraction = ""] = found ?? [];
  if (!found || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** 1999 of INR as "19.99", to be typed over. */
export function majorFrom(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}
