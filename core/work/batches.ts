import type { TimeLeft } from "#core/time-left";
import type { Held, Lease } from "./lease.ts";
import { recordPatiently } from "./record-patiently.ts";
import { twice } from "./twice.ts";

export interface BatchWorker<Row, Outcome, Name, Queue extends Name> {
  readonly lease: Lease<Row, Outcome, Name, Queue>;
  /** Rows in a batch: few enough that the work on them ends before their hiding does. */
  readonly most: number;
  readonly timeLeft: TimeLeft;
  /** The work on a batch. Rows without an outcome were not begun, or reached no one: they are given back. */
  readonly work: (rows: readonly Row[]) => Promise<readonly Outcome[]>;
  /** How long those rest. By default they are due at once. */
  readonly restSeconds?: number;
}

/**
 * The loop for work done in batches, one after the other. A batch is shared evenly among the queues that have something
 * due. It ends when nothing is due, when no row of a batch was begun, or when the time is up.
 * @returns how many outcomes were recorded.
 * @throws what the work throws: the rows of that batch come back when their hiding ends.
 */
export async function workInBatches<Row extends Held, Outcome extends { readonly of: Held }, Name, Queue extends Name>({
  lease,
  most,
  timeLeft,
  work,
  restSeconds,
}: BatchWorker<Row, Outcome, Name, Queue>): Promise<number> {
  let count = 0;
  while (timeLeft() > 0) {
    const queues = await twice(() => lease.due(0, most));
    if (queues.length === 0) break;
    const takes = queues.map((queue) => ({ ...queue, most: Math.floor(most / queues.length) }));
    const rows = await twice(() => lease.claim(takes));
    if (rows.length === 0) break;
    const outcomes = await work(rows);
    count += (await recordPatiently(lease.record, outcomes)).length;
    const begun = new Set(outcomes.map(({ of }) => of.id));
    const others = rows.filter(({ id }) => !begun.has(id));
    await lease.giveBack(others, restSeconds);
    if (outcomes.length === 0) break;
  }
  return count;
}
