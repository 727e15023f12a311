import { type SQL, sql } from "drizzle-orm";
import { db } from "#core/db/client";
import { windowMinutes } from "./attempts.ts";

/** Few enough a statement that none of them holds its locks for long. */
const batchRows = 10_000;

/**
 * Removes what has had its day: sessions that have expired, attempts at passwords that count no more, and the answers
 * kept for an Idempotency-Key (24 h, SPEC §1). Safe to run twice at once. Leaves no audit: nobody did anything.
 * @returns how many rows of each went.
 */
export async function removeOldPeopleRows(): Promise<{ sessions: number; attempts: number; idempotency: number }> {
  return {
    sessions: await removeAll(sql`sessions`, sql`expires_at < clock_timestamp()`),
    attempts: await removeAll(
      sql`sign_in_attempts`,
      sql`at < clock_timestamp() - make_interval(mins => ${windowMinutes})`,
    ),
    idempotency: await removeAll(sql`idempotency`, sql`created_at < clock_timestamp() - interval '24 hours'`),
  };
}

async function removeAll(table: SQL, isOld: SQL): Promise<number> {
  let total = 0;
  for (;;) {
    const { count } = await db().execute(sql`
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where ${isOld} limit ${batchRows} for update skip locked))`);
    total += count;
    if (count < batchRows) return total;
  }
}
