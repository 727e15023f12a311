import { setTimeout as wait } from "node:timers/promises";
import { log } from "#core/log";
import { waitSecondsAfter } from "./backoff.ts";
import { tally } from "./health.ts";
import { type Outcome, record } from "./record.ts";
import type { Wake } from "./wake.ts";

const batchMax = 200;
const batchesAtOnce = 2;
const healthEveryMs = 1_000;
/** While the database is away: long enough for a failover's first seconds, well within the 60 s that the rows are hidden. */
const retryWaitsMs = [0, 100, 500, 2_000, 5_000];
/** The queue counts in whole seconds: one more, so that nobody wakes too early. */
const wakeMarginSeconds = 1;

export interface Recorder {
  readonly add: (outcome: Outcome) => void;
  /** How many are not recorded yet. */
  readonly waiting: () => number;
  /** The error that made it give up, if one did. */
  readonly broken: () => unknown;
  /** Writes the endpoints' health that is still held back. */
  readonly finish: () => Promise<void>;
}

/** Gathers outcomes while earlier ones are being written, so that a batch is as large as the database is slow. */
export function recorder(wake: Wake, changed: () => void): Recorder {
  const queue: Outcome[] = [];
  const health = tally();
  let writing = 0;
  let unwritten = 0;
  let broken: unknown;
  let scheduled = false;
  let healthWrittenAt = performance.now();

  const pump = () => {
    scheduled = false;
    while (queue.length > 0 && writing < batchesAtOnce) void write(queue.splice(0, batchMax));
  };
  const schedule = () => {
    if (scheduled || writing >= batchesAtOnce) return;
    scheduled = true;
    setImmediate(pump);
  };
  const write = async (batch: readonly Outcome[]) => {
    writing++;
    try {
      const recorded = await recordPatiently(batch);
      // What another sender has taken over since is that one's to count.
      recorded.forEach(health.add);
      await wake(batch.flatMap(wakeUpAfter));
      if (performance.now() - healthWrittenAt > healthEveryMs) await writeHealth();
    } catch (error) {
      broken = error;
    } finally {
      writing--;
      unwritten -= batch.length;
      schedule();
      changed();
    }
  };
  const writeHealth = async () => {
    healthWrittenAt = performance.now();
    try {
      await wake(await health.write());
    } catch (error) {
      // Deliveries are recorded; only the figures on the endpoint's screen are a little behind.
      log.warn("health of endpoints not written", { error });
    }
  };
  return {
    add: (outcome) => {
      queue.push(outcome);
      unwritten++;
      schedule();
    },
    waiting: () => unwritten,
    broken: () => broken,
    finish: writeHealth,
  };
}

/** A deadlock, a killed connection or a restart of the database costs a moment, not the outcome. */
async function recordPatiently(batch: readonly Outcome[]): Promise<Outcome[]> {
  for (const waitMs of retryWaitsMs) {
    try {
      return await record(batch);
    } catch (error) {
      log.warn("outcomes not recorded yet", {
        count: batch.length,
        error,
      });
      await wait(waitMs);
    }
  }
  return record(batch);
}

/** Only what failed and is tried again wants waking. */
function wakeUpAfter({ of, error }: Outcome) {
  const seconds = error === null ? null : waitSecondsAfter(of.attempts);
  return seconds === null
    ? []
    : [{ endpointId: of.endpointId, lane: of.lane, afterSeconds: seconds + wakeMarginSeconds }];
}
