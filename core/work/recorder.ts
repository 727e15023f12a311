/** Records outcomes in batches, gathered while others are written: the slower the database, the larger they are. */
import { type RecordOutcomes, recordPatiently } from "./record-patiently.ts";

const batchMax = 200;
const batchesAtOnce = 2;

export interface Recorder<Outcome> {
  readonly add: (outcome: Outcome) => void;
  /** How many are not recorded yet. */
  readonly waiting: () => number;
  /** The error that made it give up, if one did. */
  readonly broken: () => unknown;
}

export function recorder<Outcome>(
  record: RecordOutcomes<Outcome>,
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
      // Rows taken over by another worker are counted there.
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
