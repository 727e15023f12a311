import type { Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runSchedule } from "#local/cloud/schedule";
import { linesLogged } from "../support/logged.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);
const schedule = { name: "sweep-test", everyMinutes: 5, timeoutSeconds: 60 };

describe("a schedule on one machine", () => {
  // Nothing ends a run here as Lambda does, and runs never overlap: nobody would notice that the sweep no longer runs.
  it("reports a run that has held up three others, and runs again once that one ends", async () => {
    const lines = linesLogged();
    const runs: (() => void)[] = [];
    const clock = runSchedule(schedule, () => new Promise<void>((resolve) => runs.push(resolve)));
    minutes(14);
    expect(lines).toEqual([]);
    minutes(1);
    const said = { level: "ERROR", message: "schedule does not run", schedule: "sweep-test", minutes: 15 };
    expect(lines).toMatchObject([said]);
    expect(runs).toHaveLength(1);

    runs[0]?.();
    await vi.waitUntil(() => {
      minutes(5);
      return runs.length === 2;
    });
    runs[1]?.();
    await clock.stop();
    expect(lines.filter(({ message }) => message !== "schedule does not run")).toEqual([]);
  });

  // A killed process has left work behind; a database that was away for a moment must not end the sweep for good.
  it("runs at once, and again at its interval after a run that failed, which is reported", async () => {
    const lines = linesLogged();
    let runs = 0;
    const clock = runSchedule(schedule, async () => {
      runs++;
      throw new Error("the database is away");
    });
    expect(runs).toBe(1);
    await vi.waitUntil(() => lines.length > 0);
    expect(lines).toMatchObject([{ level: "ERROR", message: "schedule failed", schedule: "sweep-test" }]);
    minutes(5);
    expect(runs).toBe(2);
    await clock.stop();
  });

  it("has its run told when it is stopped, waits for it, and starts no other", async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const contexts: Context[] = [];
    const clock = runSchedule(schedule, (_, context) => {
      contexts.push(context);
      return ended;
    });
    const timesLeft = () => contexts.map((context) => context.getRemainingTimeInMillis() > 0);
    expect(timesLeft()).toEqual([true]);
    let hasStopped = false;
    const stopping = clock.stop().then(() => {
      hasStopped = true;
    });
    await new Promise(setImmediate);
    expect([timesLeft(), hasStopped]).toEqual([[false], false]);
    end();
    await stopping;
    minutes(10);
    expect(contexts).toHaveLength(1);
  });
});
