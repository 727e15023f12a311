import { sql } from "drizzle-orm";
import { db } from "#core/db/client";

/** The bus and its queue need a moment; after this they have lost it, or are far behind. */
const onTheWaySeconds = 60;
/** So many a run: where the subscriber is behind it has them already, and must not have all of them again each minute. */
const most = 1_000;

/**
 * Puts back into the outbox what the bus took and no subscriber has fanned out: its message was lost, with a queue that
 * was purged or in the memory of a process that was killed. The relay sends it again, and who had it after all finds
 * nothing to do.
 * @returns how many events it put back.
 */
export async function putBackLost(): Promise<number> {
  const rows = await db().execute(sql`
    update events set sent_at = null, claimed_until = null
    where id in (
      select id from events
      where fanned_out_at is null and sent_at < clock_timestamp() - make_interval(secs => ${onTheWaySeconds})
      order by sent_at limit ${sql.raw(String(most))} for update skip locked)
    returning id`);
  return rows.length;
}
