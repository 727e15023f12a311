import { sql } from "drizzle-orm";
import { removeAll } from "#core/db/remove-all";
import { windowMinutes } from "./attempts.ts";

/**
 * Removes what has had its day: sessions that have expired, and attempts at passwords that count no more. Safe to run
 * twice at once. Leaves no audit: nobody did anything.
 * @returns how many rows of each went.
 */
export async function removeOldPeopleRows(): Promise<{ sessions: number; attempts: number }> {
  const forgotten = sql`at < clock_timestamp() - make_interval(mins => ${windowMinutes})`;
  return {
    sessions: await removeAll(sql`sessions`, sql`expires_at < clock_timestamp()`),
    attempts: await removeAll(sql`sign_in_attempts`, forgotten),
  };
}
