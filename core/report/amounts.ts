import type { Money } from "#core/contract/fields";

/**
 * Amounts of a report. A sum may be more than can be counted, of orders whose amounts are a slip in a file: then it is the most that
 * can, and the report still says whose they are.
 */
export const amountsIn =
  (currency: string) =>
  (minor: number): Money => ({
    amountMinor: Math.min(Math.max(minor, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER),
    currency,
  });
