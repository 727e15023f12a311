/** When a delivery is tried again, and when it is given up. */
export const attemptsMax = 12;
export const hidingSeconds = 60;
export const timeoutMs = 10_000;
/** Beyond this, an attempt could outlast the 60 s for which its row is hidden. */
export const timeoutMsMax = 30_000;
const firstWaitSeconds = 2;
const waitSecondsMax = 900;

/** How long to wait after the `attempts`-th attempt has failed: 2, 4, 8 … 512, 900, 900; null when there is none left. */
export function waitSecondsAfter(attempts: number): number | null {
  if (attempts >= attemptsMax) return null;
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), waitSecondsMax);
}
