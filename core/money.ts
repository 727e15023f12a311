/**
 * All arithmetic with money: integers of minor units in, integers of minor units out. Intermediate results that could
 * exceed 2^53 are BigInts, so rounding happens only where it is described here.
 */

/** Basis points in a whole: 1800 of them are 18 %. */
export const basisPointsWhole = 10_000;

/**
 * Divides `whole` by `weights`, so that the parts are in proportion and add up to it exactly: each gets its share
 * rounded down, and the rest goes unit by unit to the largest remainders. Among equal remainders the larger weight goes
 * first, so the order of different weights never makes a part larger. If all weights are zero the shares are equal.
 */
export function shares(whole: number, weights: readonly number[]): number[] {
  const given = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const sum = given.reduce((total, weight) => total + BigInt(weight), 0n);
  const parts = given.map((weight, index) => {
    const product = BigInt(whole) * BigInt(weight);
    return { index, weight, part: Number(product / sum), remainder: product % sum };
  });
  const left = whole - parts.reduce((total, { part }) => total + part, 0);
  const byRemainder = parts.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || b.weight - a.weight,
  );
  const topped = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return parts.map(({ index, part }) => (topped.has(index) ? part + 1 : part));
}

/** The tax within an amount that includes it, to the nearest minor unit, halves up. Never more than the amount. */
export const taxIncluded = (amountMinor: number, basisPoints: number): number =>
  portion(amountMinor, basisPoints, basisPointsWhole + basisPoints);

/** The tax on top of an amount without it, to the nearest minor unit, halves up. */
export const taxAdded = (amountMinor: number, basisPoints: number): number =>
  portion(amountMinor, basisPoints, basisPointsWhole);

/** A percentage of an amount, to the nearest minor unit, halves up. */
export const percentageOf = (amountMinor: number, basisPoints: number): number =>
  portion(amountMinor, basisPoints, basisPointsWhole);

/** `amount × part ÷ whole` for numbers that are not negative, halves up. */
export const portion = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
