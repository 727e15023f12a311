/** Works on due rows batch by batch, for schedules. */
import type { Change } from "#core/db/change";
import type { TimeLeft } from "#core/time-left";

interface Sweep<Row extends { readonly id: string }> {
  /** Runs each batch's change; one that publishes puts its events on the bus before the next batch. */
  readonly commit: (work: (change: Change) => Promise<void>) => Promise<void>;
  /** Once the time is up, nothing is begun. */
  readonly timeLeft: TimeLeft;
  /** How many rows one change works on: few, because it holds them until it commits. */
  readonly batchSize: number;
  /** Locks the next rows except these, and skips rows locked by others. */
  readonly take: (change: Change, size: number, except: readonly Row["id"][]) => Promise<readonly Row[]>;
  readonly work: (change: Change, rows: readonly Row[]) => Promise<unknown>;
  /** Called for a row whose work fails. It is left, and holds up no other. */
  readonly left: (id: Row["id"], error: unknown) => void;
}

/** Safe to run twice at once. @returns how many rows were done, and whether the time was up before all were. */
export async function sweep<Row extends { readonly id: string }>({
  commit,
  timeLeft,
  batchSize,
  take,
  work,
  left,
}: Sweep<Row>): Promise<{ readonly done: number; readonly more: boolean }> {
  const failed: Row["id"][] = [];
  let done = 0;
  let size = batchSize;
  while (timeLeft() > 0) {
    let rows: readonly Row[] = [];
    try {
      await commit(async (change) => {
        rows = await take(change, size, failed);
        if (rows.length > 0) await work(change, rows);
      });
    } catch (error) {
      const [only, ...others] = rows;
      if (!only) throw error;
      // One of them is at fault: done one by one, the faulty one shows.
      if (others.length === 0) {
        failed.push(only.id);
        left(only.id, error);
      }
      size = 1;
      continue;
    }
    done += rows.length;
    if (rows.length < size) return { done, more: false };
  }
  return { done, more: true };
}
