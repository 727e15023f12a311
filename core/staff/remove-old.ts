import { sql } from "#core/db/drizzle";
import { removeAll } from "#core/db/remove-all";
import { knownDays, windowMinutes } from "#core/staff/sessions/attempts";
import type { TimeLeft } from "#core/time-left";

/**
 * Removes expired sessions, attempts at passwords that no longer count, and networks without a recent sign-in. Safe to
 * run concurrently. Writes no audit entry, because no person did anything.
 * @returns the number of removed rows of each kind.
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
