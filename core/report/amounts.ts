import type { Money } from "#core/contract/kit/fields";

/**
 * Amounts of a report. Sums beyond the safe integers, from orders with mistyped amounts in a file, are capped there, so
 * that the report still shows whose they are.
 */
export const amountsIn =
  (currency: string) =>
  (minor: number): Money => ({
    amountMinor: Math.min(Math.max(minor, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER),
    currency,
  });
