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
  const forgotten = sql`at < now() - make_interval(mins => ${windowMinutes})`;
  return {
    sessions: await removeAll(sql`sessions`, sql`expires_at < now()`, timeLeft),
    attempts: await removeAll(sql`sign_in_attempts`, forgotten, timeLeft),
    networks: await removeAll(
      sql`sign_in_networks`,
      sql`seen_at < now() - make_interval(days => ${knownDays})`,
      timeLeft,
    ),
  };
}
