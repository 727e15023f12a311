import { sql } from "#core/db/drizzle";
import { removeAll } from "#core/db/remove-all";
import { knownDays, windowMinutes } from "#core/staff/sessions/attempts";
import type { TimeLeft } from "#core/time-left";

/**
 * Removes what has had its day: sessions that have expired, attempts at passwords that count no more, and networks that
 * somebody has not signed in from for long. Safe to run twice at once. Leaves no audit: nobody did anything.
 * @returns how many rows of each went.
 */
export async function removeOldPeopleRows(
  timeLeft: TimeLeft,
): Promise<{ sessions: number; attempts: number; networks: number }> {
  const forgotten = sql`at < clock_timestamp() - make_interval(mins => ${windowMinutes})`;
  return {
    sessions: await removeAll(sql`sessions`, sql`expires_at < clock_timestamp()`, timeLeft),
    attempts: await removeAll(sql`sign_in_attempts`, forgotten, timeLeft),
    networks: await removeAll(
      sql`sign_in_networks`,
      sql`seen_at < clock_timestamp() - make_interval(days => ${knownDays})`,
      timeLeft,
    ),
  };
}
