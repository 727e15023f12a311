/**
 * What was typed, for the store. What is no number becomes one that no operation takes (NaN), so that the operation's own
 * schema says it at the field: it is never taken for 0.
 */
import type { Money } from "#core/contract/fields";
import { majorFrom, minorFrom } from "../format/money.ts";

/** What the library's number field holds: a text while it is empty, or holds a sign alone. */
export type Typed = number | string;

export const numberIn = (typed: Typed): number => (typed === "" ? Number.NaN : Number(typed));

/** Where it may be left empty. */
export const numberIfAny = (typed: Typed): number | null => (typed === "" ? null : Number(typed));

/** "19.99" as 1999. */
export const amountIn = (typed: string, currency: string): number => minorFrom(typed, currency) ?? Number.NaN;

export const amountIfAny = (typed: string, currency: string): number | null =>
  typed.trim() === "" ? null : amountIn(typed, currency);

export const amountTyped = (money: Money | null): string => (money ? majorFrom(money.amountMinor, money.currency) : "");

/** "18.5" as 1850, with at most two decimals. */
export function basisPointsIn(typed: string): number {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim()) ?? [];
  return whole ? Number(whole + fraction.padEnd(2, "0")) : Number.NaN;
}

/** 1850 as "18.5". */
export const percentText = (basisPoints: number): string => String(basisPoints / 100);
