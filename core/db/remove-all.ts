import { type SQL, sql } from "#core/db/drizzle";
import { db } from "./client.ts";

/** Few enough a statement that none of them holds its locks for long. */
const batchRows = 10_000;

/**
 * Removes every row that `isOld`, a batch at a time; rows that somebody else holds are left for the next time.
 * @returns how many went.
 */
export async function removeAll(table: SQL, isOld: SQL): Promise<number> {
  let total = 0;
  for (;;) {
    const { count } = await db().execute(sql`
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where ${isOld} limit ${batchRows} for update skip locked))`);
    total += count;
    if (count < batchRows) return total;
  }
}
