/** Records outcomes in batches: they are gathered while earlier ones are being written, so that a batch is as large as the database is slow. */
import { setTimeout as wait } from "node:timers/promises";
import { refusedItsValues } from "#core/db/error";
import { log } from "#core/log";

const batchMax = 200;
const batchesAtOnce = 2;
/** While the database is away: long enough for a failover's first seconds, and well within the time for which rows are hidden. */
const retryWaitsMs = [0, 100, 500, 2_000, 5_000];

export interface Recorder<Outcome> {
  readonly add: (outcome: Outcome) => void;
  /** How many are not recorded yet. */
  readonly waiting: () => number;
  /** The error that made it give up, if one did. */
  readonly broken: () => unknown;
}

/** Records outcomes, and answers those whose claims still held. */
type Record<Outcome> = (outcomes: readonly Outcome[]) => Promise<Outcome[]>;

export function recorder<Outcome>(
  record: Record<Outcome>,
  recorded: (outcomes: readonly Outcome[]) => Promise<void>,
  changed: () => void,
): Recorder<Outcome> {
  const queue: Outcome[] = [];
  let writing = 0;
  let unwritten = 0;
  let broken: unknown;
  let scheduled = false;

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
      // What another worker has taken over since is that one's to count.
      await recorded(await recordPatiently(record, batch));
    } catch (error) {
      broken = error;
    } finally {
      writing--;
      unwritten -= batch.length;
      schedule();
      changed();
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
  };
}

/** A deadlock, a killed connection or a restart of the database costs a moment, not the outcome. */
async function recordPatiently<Outcome>(record: Record<Outcome>, batch: readonly Outcome[]): Promise<Outcome[]> {
  for (const waitMs of retryWaitsMs) {
    try {
      return await record(batch);
    } catch (error) {
      if (refusedItsValues(error)) return oneByOne(record, batch);
      log.warn("outcomes not recorded yet", { count: batch.length, error });
      await wait(waitMs);
    }
  }
  return record(batch);
}

/** An outcome that the database will never take does not take the others with it; its row comes back when its hiding is over. */
async function oneByOne<Outcome>(record: Record<Outcome>, batch: readonly Outcome[]): Promise<Outcome[]> {
  const recorded: Outcome[] = [];
  for (const outcome of batch) {
    try {
      recorded.push(...(await record([outcome])));
    } catch (error) {
      if (!refusedItsValues(error)) throw error;
      log.error("outcome refused by the database", { error });
    }
  }
  return recorded;
}
