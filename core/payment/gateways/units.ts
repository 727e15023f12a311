/**
 * Converts between our minor units, as in ISO 4217, and a gateway's format. Integers only: an amount that the other
 * side cannot represent exactly is refused rather than rounded.
 */
import * as z from "zod";
import { decimalsOf } from "#core/contract/values/currency";
import { refused } from "#core/provider/outcome";

/** In our minor units, as in ISO 4217. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** The number of decimals of a currency at the gateway. */
export type DecimalsThere = (currency: string) => number;

/** Our amount as the gateway's integer; null if it cannot be represented there, or is not a multiple of `step`. */
export function toUnits(amountMinor: number, currency: string, there: DecimalsThere, step = 1): number | null {
  const units = scaled(amountMinor, there(currency) - decimalsOf(currency));
  return units === null || units % step !== 0 ? null : units;
}

/** The refusal of an amount that the gateway cannot represent. @param cannot such as "Stripe cannot refund" */
export const noSuchAmount = (cannot: string, currency: string, step = 1) =>
  refused("amount", `${cannot} this amount in ${currency}${step === 1 ? "" : ": its last digit has to be 0"}.`);

/** The gateway's integer as ours. @throws ZodError if it is not an amount of a currency in whole minor units. */
export function fromUnits(units: number, currency: string, there: DecimalsThere): number {
  const isAmount = units >= 0 && /^[A-Z]{3}$/.test(currency);
  const amountMinor = isAmount ? scaled(units, decimalsOf(currency) - there(currency)) : null;
  if (amountMinor === null) throw notWhole(units, currency);
  return amountMinor;
}

/** Our amount as decimal text in major units, "10.00"; null if it does not fit the gateway's decimals. */
export function toDecimal(amountMinor: number, currency: string, there: DecimalsThere): string | null {
  const units = toUnits(amountMinor, currency, there);
  if (units === null) return null;
  const digits = there(currency);
  const text = String(units).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Decimal text in major units as ours. @throws ZodError if it is not that, or not a whole number of our minor units. */
export function fromDecimal(text: string, currency: string): number {
  const [, whole = "", fraction = ""] = /^(\d{1,12})(?:\.(\d{0,6}))?$/.exec(text) ?? [];
  const digits = decimalsOf(currency);
  const kept = fraction.slice(0, digits).padEnd(digits, "0");
  if (whole === "" || /[1-9]/.test(fraction.slice(digits))) throw notWhole(text, currency);
  return Number(whole + kept);
}

/** As for any other field that is not as described: the same content will be no different at the next attempt. */
const notWhole = (input: string | number, currency: string): z.ZodError =>
  new z.ZodError([
    { code: "custom", path: ["amount"], message: `${input} ${currency} is no whole number of minor units`, input },
  ]);

/** Times a power of ten; null if that leaves a fraction. */
function scaled(amount: number, power: number): number | null {
  const factor = 10 ** Math.abs(power);
  if (power >= 0) return amount * factor;
  return amount % factor === 0 ? amount / factor : null;
}
