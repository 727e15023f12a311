import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchOf } from "#core/work/prefetch";

// The clock stands still unless a test puts it forward.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const quick = "quick";
const slow = "slow";

const prefetchOfTwenty = () => prefetchOf<number, string>(20, (queue) => queue);

/** This many rows have just been done for it. */
const does = (prefetch: ReturnType<typeof prefetchOfTwenty>, queue: string, count: number) => {
  for (let nth = 0; nth < count; nth++) prefetch.ended(queue);
};

it("reserves as many as a queue has just done, none for one that has done nothing, and no more than the total limit", () => {
  const prefetch = prefetchOfTwenty();
  expect(prefetch.reserve(quick, 100)).toBe(0);
  does(prefetch, quick, 12);
  does(prefetch, slow, 1);
  expect(prefetch.reserve(quick, 100)).toBe(12);
  expect(prefetch.reserve(quick, 100)).toBe(0); // these have not arrived yet
  expect(prefetch.reserve(slow, 100)).toBe(1);
  does(prefetch, "another", 50);
  expect(prefetch.reserve("another", 100)).toBe(20 - 12 - 1);
});

it("hands rows out in order, and reserves again once half of them are used", () => {
  const prefetch = prefetchOfTwenty();
  does(prefetch, quick, 4);
  expect(prefetch.reserve(quick, 100)).toBe(4);
  prefetch.arrived(quick, 4, [1, 2, 3, 4], performance.now());
  expect(prefetch.queues()).toEqual([quick]);
  expect(prefetch.next(quick)?.row).toBe(1);
  expect(prefetch.reserve(quick, 100)).toBe(0);
  expect(prefetch.next(quick)?.row).toBe(2);
  expect(prefetch.reserve(quick, 100)).toBe(2);
  prefetch.arrived(quick, 2, [], performance.now());
  expect([prefetch.next(quick)?.row, prefetch.next(quick)?.row, prefetch.next(quick)]).toEqual([3, 4, undefined]);
  expect(prefetch.isEmpty()).toBe(true);
});

it("reserves no more than a claim may take", () => {
  const prefetch = prefetchOfTwenty();
  does(prefetch, quick, 12);
  expect(prefetch.reserve(quick, 5)).toBe(5);
  expect(prefetch.reserve(quick, 0)).toBe(0);
});

it("no longer counts as held what was not found", () => {
  const prefetch = prefetchOfTwenty();
  does(prefetch, quick, 30);
  for (let nth = 0; nth < 5; nth++) {
    expect(prefetch.reserve(quick, 100)).toBe(20);
    prefetch.arrived(quick, 20, [], performance.now());
  }
});

it("releases what has waited for a second, and everything on request", () => {
  const prefetch = prefetchOfTwenty();
  does(prefetch, quick, 10);
  prefetch.reserve(quick, 100);
  prefetch.arrived(quick, 5, [1, 2], performance.now() - 1_001);
  prefetch.arrived(quick, 5, [3], performance.now());
  expect(prefetch.release(false)).toEqual([1, 2]);
  expect(prefetch.release(false)).toEqual([]);
  expect(prefetch.release(true)).toEqual([3]);
  expect(prefetch.isEmpty()).toBe(true);
});

it("forgets a queue's speed after half a second", () => {
  const prefetch = prefetchOfTwenty();
  does(prefetch, quick, 10);
  vi.advanceTimersByTime(510);
  expect(prefetch.reserve(quick, 100)).toBe(0);
});
