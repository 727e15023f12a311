/** Waits that double after each failure: `firstSeconds` after the first, `mostSeconds` at most. */
export const doubling =
  (firstSeconds: number, mostSeconds: number) =>
  (attempts: number): number =>
    Math.min(firstSeconds * 2 ** (attempts - 1), mostSeconds);
