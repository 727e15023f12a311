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
});
