import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { TimeLeft } from "#core/time-left";

const batchMax = 20;

/** Removes jobs a month after they ended, or were created; the bucket has removed their files. Their effects stay. */
export async function removeOldJobs(timeLeft: TimeLeft): Promise<number> {
  let removed = 0;
  while (timeLeft() > 0) {
    const gone = await db().execute(sql`
      delete from jobs where id in (
        select id from jobs
        where status not in ('queued', 'running') and coalesce(ended_at, created_at) < now() - interval '31 days'
        order by id limit ${batchMax})
      returning id`);
    removed += gone.length;
    if (gone.length < batchMax) break;
  }
  return removed;
}

const keysMax = 10_000;
const none = "00000000-0000-0000-0000-000000000000";

/** Removes the keys of imports that have ended: there is one for each of perhaps many millions of rows. */
export async function removeOldKeys(timeLeft: TimeLeft): Promise<number> {
  let removed = 0;
  for (let run = await runAfter(none); run; run = await runAfter(run.id)) {
    // In key order, so as not to scan again over rows that were just removed.
    for (let last = none; !run.underWay; ) {
      if (timeLeft() <= 0) return removed;
      const [gone] = await db().execute<{ count: number; last: string | null }>(sql`
        with old as materialized (
          select key from import_keys where run_id = ${run.id} and key > ${last}::uuid order by key limit ${keysMax}
        ), gone as (
          delete from import_keys where run_id = ${run.id} and key in (select key from old)
        )
        select count(*)::integer as count, (array_agg(key order by key desc))[1] as last from old`);
      removed += gone?.count ?? 0;
      if (!gone?.last || gone.count < keysMax) break;
      last = gone.last;
    }
  }
  return removed;
}

async function runAfter(id: string) {
  const [run] = await db().execute<{ id: string; underWay: boolean }>(sql`
    select run_id as id,
      exists (select from jobs where jobs.run_id = keys.run_id and status in ('queued', 'running')) as "underWay"
    from import_keys keys where run_id > ${id}::uuid order by run_id limit 1`);
  return run;
}
