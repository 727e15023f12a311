import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** The events still in the outbox. */
export interface Backlog {
  /** Events that no subscriber has fanned out yet; counted up to 10,000. */
  readonly waiting: number;
  /** Age of the oldest of them in seconds, by the database's clock; 0 if none waits. */
  readonly lagSeconds: number;
}

/** For the doctor, the alarm and the admin: one read of the partial index of events that have not arrived. */
export async function outboxBacklog(): Promise<Backlog> {
  const [row] = await db().execute<{ waiting: number; lag: number }>(sql`
    with waiting as (select time from events where fanned_out_at is null order by change_id limit 10000)
    select count(*)::integer as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(time)), 0)::float8 as lag
    from waiting`);
  return { waiting: row?.waiting ?? 0, lagSeconds: Math.max(0, row?.lag ?? 0) };
}
