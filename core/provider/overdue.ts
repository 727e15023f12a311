import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** Calls and events that were not processed in time. For the sweep and its alarms. */
export interface OverdueWork {
  readonly calls: number;
  readonly inbox: number;
  /** Calls that only staff can decide, or that a fault of ours keeps from ever being settled. */
  readonly stuck: number;
}

/** By then every call has an outcome, or is left to staff: it is tried for a day, with pauses of an hour at most. */
const settledHours = 26;

/** Counted up to 1,000. */
export async function overdueWork(): Promise<OverdueWork> {
  const [row] = await db().execute<{ calls: number; inbox: number; stuck: number }>(sql`
    select
      (select count(*)::integer from (select from calls join providers on code = provider
        where status in ('asked', 'unknown') and due_at < now()
          and (paused_until is null or paused_until < clock_timestamp()) limit 1000) as due) as calls,
      (select count(*)::integer from (select from inbox where status = 'new' and due_at < now() limit 1000) as due)
        as inbox,
      (select count(*)::integer from (
        select from calls where status = 'unknown' and due_at is null
        union all
        select from calls where status in ('asked', 'unknown') and due_at is not null
          and created_at < now() - make_interval(hours => ${settledHours})
        limit 1000) as stuck) as stuck`);
  return row ?? { calls: 0, inbox: 0, stuck: 0 };
}
