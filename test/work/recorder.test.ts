import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { recorder } from "#core/work/recorder";

test("outcomes that follow each other closely are recorded with one statement", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const statements: (readonly number[])[] = [];
  const record = async (outcomes: readonly number[]) => {
    statements.push(outcomes);
    return [...outcomes];
  };
  const outcomes = recorder(
    record,
    async () => {},
    () => {},
  );
  for (const outcome of [1, 2, 3]) {
    outcomes.add(outcome);
    await nextTurn();
  }
  await vi.runAllTimersAsync();
  expect(statements).toEqual([[1, 2, 3]]);
  expect(outcomes.waiting()).toBe(0);
});
