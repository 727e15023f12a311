/**
 * Converts typed text to input for the API. Text that is not a number becomes NaN, never 0: no operation takes NaN, so
 * its schema reports the error at the field.
 */
import type { Money } from "#core/contract/kit/fields";
import { fieldText, parseMinorUnits } from "../format/money.ts";

/** The value of Mantine's NumberInput: a string while it is empty or contains only a sign. */
export type NumberValue = number | string;

/** "1.000", or "1,000" as typed: one to some, a thousand to others. No field of ours takes three decimals. */
const isAmbiguous = (value: NumberValue): boolean => /\.\d{3}/.test(String(value));

export const parseNumber = (value: NumberValue): number =>
  value === "" || isAmbiguous(value) ? Number.NaN : Number(value);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What is wrong with a typed number of units; null for one that is right or has only begun, and for an empty field. */
export function wholeNumberError(value: NumberValue, { min, max }: Bounds): string | null {
  if (value === "" || (value === "-" && (min === undefined || min < 0))) return null;
  const units = parseNumber(value);
  if (!Number.isSafeInteger(units)) return "Enter a whole number.";
  if (min !== undefined && units < min) return `At least ${min}.`;
  if (max !== undefined && units > max) return `At most ${max}.`;
  return null;
}

/** For a field that may be empty. */
export const parseOptionalNumber = (value: NumberValue): number | null => (value === "" ? null : parseNumber(value));

/** "19.99" as 1999. */
export const parseAmount = (text: string, currency: string): number => parseMinorUnits(text, currency) ?? Number.NaN;

export const parseOptionalAmount = (text: string, currency: string): number | null =>
  text.trim() === "" ? null : parseAmount(text, currency);

/** Advice after an invalid amount: "19.99", or "1999" if the currency has no decimals. */
export const amountAdvice = (currency: string): string => `Enter an amount, such as ${fieldText(1999, currency)}.`;

/** The value of a field for an amount. */
export const amountValue = (money: Money | null): string => (money ? fieldText(money.amountMinor, money.currency) : "");

/** "18.5" or "18,5" as 1850, with at most two decimals, so that a comma cannot be a thousands separator. */
export function parseBasisPoints(text: string): number {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? [];
  return whole ? Number(whole + fraction.padEnd(2, "0")) : Number.NaN;
}

/** 1850 as "18.5". */
export const percentText = (basisPoints: number): string => String(basisPoints / 100);
