import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/**
 * Makes the jobs that workers hold due at once, for when all workers have surely died; later if a batch has been begun
 * more than once, so that a few quick restarts do not use up its attempts. Waits for a batch that the database may still
 * be committing for one of them; none commits another, because its claim is gone.
 */
export async function releaseJobs(): Promise<void> {
  await db().execute(sql`
    update jobs set claim_id = null,
      due_at = clock_timestamp() + interval '1 second' * case when attempts > 1 then least(2 ^ attempts, 60) else 0 end
    where claim_id is not null and due_at > clock_timestamp()`);
}
