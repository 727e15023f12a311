/** Converts our grams, millimetres and minor units to carriers' units, and prices back. */

import { amountMinorMax } from "#core/contract/kit/fields";
import { decimalsOf } from "#core/contract/values/currency";
import { refused } from "#core/provider/outcome";
import type { Amount } from "./parcel.ts";

/** Rounded up, so that nothing is declared lighter or smaller than it is. */
const up = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  // Less than a millionth is a floating-point error.
  return Math.ceil(value * factor - 1e-6) / factor;
};

export const kilograms = (grams: number): number => grams / 1_000;
export const ounces = (grams: number): number => up(grams / 28.349523125, 1);
export const pounds = (grams: number): number => up(grams / 453.59237, 1);
/** Weights of the contents are rounded down, so that they never add up to more than the parcel's weight. */
export const ouncesWithin = (grams: number): number => Math.max(Math.floor((grams / 28.349523125) * 100) / 100, 0.01);
export const centimetres = (mm: number): number => mm / 10;
export const wholeCentimetres = (mm: number): number => up(mm / 10, 0);
export const inches = (mm: number): number => up(mm / 25.4, 1);
export const metres = (mm: number): number => mm / 1_000;

/** Major units: 19.99. */
export const major = ({ amountMinor, currency }: Amount): number => Number(`${amountMinor}e-${decimalsOf(currency)}`);

/** Major units as decimal text: "19.90". */
export const majorText = (amount: Amount): string => major(amount).toFixed(decimalsOf(amount.currency));

/**
 * A carrier's price in major units, rounded to the currency's decimals. Null if it cannot be parsed: the label is
 * bought, or can be, in any case.
 */
export function priced(value: string | number | null | undefined, currency: string | null | undefined): Amount | null {
  const code = (currency ?? "").trim().toUpperCase();
  if (value === null || value === undefined || value === "" || !/^[A-Z]{3}$/.test(code)) return null;
  const amountMinor = Math.round(Number(`${Number(value)}e${decimalsOf(code)}`));
  return amountMinor >= 0 && amountMinor <= amountMinorMax ? { amountMinor, currency: code } : null;
}

/**
 * The refusal of a carrier whose amounts are always in rupees: it would take any other amount for as many rupees.
 * Undefined for goods that are sold in rupees.
 */
export const notInRupees = (carrier: string, { currency }: Amount) =>
  currency === "INR"
    ? undefined
    : refused(
        "refused",
        `${carrier} takes the value of the goods in rupees only, and this order is in ${currency}. Book the parcel on the carrier's website, and enter its tracking number here.`,
      );

interface Priced {
  /** Null if it is not known. */
  readonly cost: Amount | null;
}

/**
 * Sorts the cheapest first. Prices in different currencies cannot be compared: those in the given one come before
 * others, and unknown ones come last.
 */
export const byCost = (currency: string) => (a: Priced, b: Priced) => {
  if (!a.cost || !b.cost) return Number(!a.cost) - Number(!b.cost);
  const [mine, other] = [a.cost.currency, b.cost.currency];
  if (mine === other) return a.cost.amountMinor - b.cost.amountMinor;
  return Number(other === currency) - Number(mine === currency) || (mine < other ? -1 : 1);
};

/** An HS code without the dots between its digits, "61091000": some carriers count them, and some take a number. */
export const digitsOf = (hsCode: string): string => hsCode.replaceAll(".", "");

/** The last number in "2", "2 days" or "2-4 days"; null if there is none. */
export function daysIn(text: string | number | null | undefined): number | null {
  const days = Number(String(text ?? "").match(/\d{1,3}(?!.*\d)/)?.[0] ?? Number.NaN);
  return Number.isNaN(days) ? null : days;
}
