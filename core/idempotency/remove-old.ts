import { sql } from "#core/db/drizzle";
import { removeAll } from "#core/db/remove-all";
import type { TimeLeft } from "#core/time-left";

/** Removes the answers kept for repeated requests once they no longer count (24 h, see `idempotent`). */
export const removeOldAnswers = async (timeLeft: TimeLeft): Promise<{ idempotency: number }> => ({
  idempotency: await removeAll(sql`idempotency`, sql`created_at < now() - interval '24 hours'`, timeLeft),
});
