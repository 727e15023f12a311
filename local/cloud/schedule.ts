import { log } from "#core/log";
import type { Schedule } from "#functions/wiring";
import { contextOf, type Handler } from "./functions.ts";

/** A recurring task. */
export interface Clock {
  /** Starts no further run, and resolves when the current one is done. */
  readonly stop: () => Promise<void>;
}

/** A run is reported each time it has held up its schedule this many more times. */
const missedMax = 3;

/**
 * Runs a schedule at once, to pick up what a killed process left behind, and then at its interval. Runs never overlap:
 * a run that takes longer than the interval delays the next one. One that does not end is reported, because nothing here stops it.
 */
export function runSchedule({ name, everyMinutes, timeoutSeconds }: Schedule, handler: Handler): Clock {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      const event = { source: "aws.scheduler", "detail-type": "Scheduled Event", time: new Date().toISOString() };
      await handler(event, contextOf(name, timeoutSeconds, stopping.signal));
    } catch (error) {
      log.error("schedule failed", { schedule: name, error });
    } finally {
      running = undefined;
    }
  };
  let missed = 0;
  const tick = () => {
    missed = running ? missed + 1 : 0;
    running ??= run();
    if (missed > 0 && missed % missedMax === 0)
      log.error("schedule does not run", { schedule: name, minutes: missed * everyMinutes });
  };
  tick();
  const timer = setInterval(tick, everyMinutes * 60_000);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
