import { sql } from "drizzle-orm";
import { db } from "#core/db/client";
import type { TimeLeft } from "#core/time-left";

const batchMax = 20;

/** Removes jobs whose files the bucket has removed, a month after they were made or ended: what they did stays. */
export async function removeOldJobs(timeLeft: TimeLeft): Promise<number> {
  let removed = 0;
  while (timeLeft() > 0) {
    const gone = await db().execute(sql`
      delete from jobs where id in (
        select id from jobs
        where status not in ('queued', 'running') and coalesce(ended_at, created_at) < clock_timestamp() - interval '31 days'
        order by id limit ${batchMax})
      returning id`);
    removed += gone.length;
    if (gone.length < batchMax) break;
  }
  return removed;
}
