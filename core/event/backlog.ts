import { sql } from "drizzle-orm";
import { db } from "#core/db/client";

/** What the outbox still holds. */
export interface Backlog {
  /** Events that no relay has sent yet; counted to 10,000 and no further. */
  readonly waiting: number;
  /** Age of the oldest of them in seconds, by the database's clock; 0 when none waits. */
  readonly lagSeconds: number;
}

/** For the doctor, the alarm and the admin: one look at the partial index of what is unsent. */
export async function outboxBacklog(): Promise<Backlog> {
  const [row] = await db().execute<{ waiting: number; lag: number }>(sql`
    with unsent as (select time from events where sent_at is null order by id limit 10000)
    select count(*)::integer as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(time)), 0)::float8 as lag
    from unsent`);
  return { waiting: row?.waiting ?? 0, lagSeconds: Math.max(0, row?.lag ?? 0) };
}
