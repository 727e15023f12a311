/**
 * How many milliseconds are left until everything must be done; zero or less when the time is up. Called each time,
 * never stored: a host that is told to stop has none left from then on.
 */
export type TimeLeft = () => number;

/** A fixed time, which begins now. */
export function within(ms: number): TimeLeft {
  const until = performance.now() + ms;
  return () => until - performance.now();
}
