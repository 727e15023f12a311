import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** How many seconds the job that has waited longest for a worker is overdue, by the database's clock; 0 if none is. */
export async function jobsOverdueSeconds(): Promise<number> {
  const [first] = await db().execute<{ seconds: number }>(sql`
    select extract(epoch from clock_timestamp() - due_at)::float8 as seconds from jobs
    where due_at is not null order by due_at limit 1`);
  return Math.max(0, first?.seconds ?? 0);
}
