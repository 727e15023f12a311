import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

export interface OverdueMessages {
  /** Events for which messages are still to be written, and requested messages. */
  readonly unwritten: number;
  /** Due to be sent. */
  readonly unsent: number;
}

/** Messages that were not written or sent in time, counted up to 1,000. */
export async function overdueMessages(): Promise<OverdueMessages> {
  const [row] = await db().execute<{ unwritten: number; unsent: number }>(sql`
    select
      (select count(*)::integer from (
        select from events where unwritten and (name like 'order.%' or name = 'cart.abandoned')
          and time < now() - interval '20 seconds' limit 1000) as waiting)
      + (select count(*)::integer from (
        select from messages where status = 'asked' and due_at < now() limit 1000) as asked) as unwritten,
      (select count(*)::integer from (
        select from messages join providers on code = sender
        where messages.status in ('queued', 'unknown') and due_at < now()
          and (paused_until is null or paused_until < clock_timestamp()) limit 1000) as due) as unsent`);
  return row ?? { unwritten: 0, unsent: 0 };
}
