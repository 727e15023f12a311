/**
 * How many milliseconds are left until everything must be done; none or fewer once it is over. Asked each time and never
 * kept: a host that is told to stop has none left from then on.
 */
export type TimeLeft = () => number;

/** For whoever has a fixed time, which begins now. */
export function within(ms: number): TimeLeft {
  const until = performance.now() + ms;
  return () => until - performance.now();
}
