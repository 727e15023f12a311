/**
 * Records outcomes in batches, gathered for a moment and while others are written: the slower the database, the larger
 * they are.
 */
import { type RecordOutcomes, recordPatiently } from "./record-patiently.ts";

const batchMax = 200;
const batchesAtOnce = 2;
/**
 * How long an outcome waits for others: one statement for ten costs little more than for one, and nobody waits for it,
 * because work that has ended makes room at once. A process that is killed does that work again.
 */
const gatherMs = 8;

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
    if (scheduled || writing >= batchesAtOnce || queue.length === 0) return;
    scheduled = true;
    setTimeout(pump, gatherMs);
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
