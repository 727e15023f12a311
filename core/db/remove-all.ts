import { type SQL, sql } from "#core/db/drizzle";
import type { TimeLeft } from "#core/time-left";
import { db } from "./client.ts";

/** Few enough that no statement holds its locks for long. */
const batchRows = 10_000;

/**
 * Removes every row for which `isOld` holds, a batch at a time; rows locked by others are left for the next time.
 * @returns how many were removed.
 */
export const removeAll = (table: SQL, isOld: SQL, timeLeft: TimeLeft): Promise<number> =>
  removeInBatches(
    sql`
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where ${isOld} limit ${batchRows} for update skip locked))`,
    batchRows,
    timeLeft,
  );

/**
 * Runs a statement that removes a batch of rows until it finds fewer, or the time is up.
 * @returns how many were removed.
 */
export async function removeInBatches(statement: SQL, batch: number, timeLeft: TimeLeft): Promise<number> {
  let total = 0;
  while (timeLeft() > 0) {
    const { count } = await db().execute(statement);
    total += count;
    if (count < batch) break;
  }
  return total;
}
