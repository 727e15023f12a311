import { setTimeout as wait } from "node:timers/promises";
import { connectedAnew, primary } from "#core/db/client";
import { refusedItsValues } from "#core/db/error";
import { log } from "#core/log";

/** For when the database is away: long enough for a failover's first seconds, and well within the rows' hiding time. */
const retryWaitsMs = [0, 100, 500, 2_000, 5_000];

/** Records outcomes, and returns those whose claims still held. */
export type RecordOutcomes<Outcome> = (outcomes: readonly Outcome[]) => Promise<Outcome[]>;

/** A deadlock, a killed connection or a database restart costs a moment, not the outcome. */
export async function recordPatiently<Outcome>(
  record: RecordOutcomes<Outcome>,
  batch: readonly Outcome[],
): Promise<Outcome[]> {
  try {
    return await patiently(() => record(batch), refusedItsValues);
  } catch (error) {
    if (refusedItsValues(error)) return oneByOne(record, batch);
    throw error;
  }
}

/** The same for an outcome that is recorded with its consequences. For work that may be done twice. */
export async function patiently<T>(work: () => Promise<T>, isLasting: (error: unknown) => boolean): Promise<T> {
  for (const waitMs of retryWaitsMs) {
    const pool = primary();
    try {
      return await work();
    } catch (error) {
      if (isLasting(error)) throw error;
      log.warn("outcomes not recorded yet", { error });
      // Otherwise each closed connection in the pool would cost one more try.
      await connectedAnew(pool, error);
      await wait(waitMs);
    }
  }
  return work();
}

/** One outcome that the database never accepts does not affect the others; its row comes back when its hiding ends. */
async function oneByOne<Outcome>(record: RecordOutcomes<Outcome>, batch: readonly Outcome[]): Promise<Outcome[]> {
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
