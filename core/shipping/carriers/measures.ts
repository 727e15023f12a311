/** Our grams, millimetres and minor units as carriers write them, and back. */
import { decimalsOf } from "#core/contract/currency";
import type { Amount } from "./parcel.ts";

/** Rounded up, so that nothing is declared lighter or smaller than it is. */
const up = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  // Less than a millionth is what floating point left behind.
  return Math.ceil(value * factor - 1e-6) / factor;
};

export const kilograms = (grams: number): number => grams / 1_000;
export const ounces = (grams: number): number => up(grams / 28.349523125, 1);
/** Of what is within a parcel: rounded down, so that all of it together weighs no more than the parcel is said to. */
export const ouncesWithin = (grams: number): number => Math.max(Math.floor((grams / 28.349523125) * 100) / 100, 0.01);
export const centimetres = (mm: number): number => mm / 10;
export const wholeCentimetres = (mm: number): number => up(mm / 10, 0);
export const inches = (mm: number): number => up(mm / 25.4, 1);
export const metres = (mm: number): number => mm / 1_000;

/** In major units: 19.99. */
export const major = ({ amountMinor, currency }: Amount): number => Number(`${amountMinor}e-${decimalsOf(currency)}`);

/** As decimal text in major units: "19.90". */
export const majorText = (amount: Amount): string => major(amount).toFixed(decimalsOf(amount.currency));

/** What a carrier wants for something, in major units. Prices with more decimals than the currency has are rounded. @throws when it is no price */
export function priced(value: string | number, currency: string): Amount {
  const price = paid(value, currency);
  if (price === null) throw new Error(`"${value}" ${currency} is no price`);
  return price;
}

/** What a label has cost. It is bought, whatever its price looks like: one that cannot be read is none. */
export function paid(value: string | number | null | undefined, currency: string | null | undefined): Amount | null {
  if (value === null || value === undefined || value === "" || !currency) return null;
  const code = currency.toUpperCase();
  const amountMinor = Math.round(Number(`${Number(value)}e${decimalsOf(code)}`));
  return Number.isSafeInteger(amountMinor) && amountMinor >= 0 ? { amountMinor, currency: code } : null;
}

/** A customs code without the dots between its digits, "61091000": some count them, and some take a number. */
export const digitsOf = (hsCode: string): string => hsCode.replaceAll(".", "");

/** "2", "2 days", "2-4 days": the last of them; null where there is none. */
export function daysIn(text: string | number | null | undefined): number | null {
  const days = Number(String(text ?? "").match(/\d{1,3}(?!.*\d)/)?.[0] ?? Number.NaN);
  return Number.isNaN(days) ? null : days;
}
