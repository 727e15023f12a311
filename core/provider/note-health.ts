import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Outcome } from "./outcome.ts";

/** How a provider fares: a success forgets its last failure, and one that asks for fewer requests gets a pause. */
export async function noteHealth(provider: string, outcome: Outcome<unknown>): Promise<void> {
  // A no is an answer too; but for one to the credentials.
  if (outcome.is === "done" || (outcome.is === "refused" && outcome.code !== "credentials")) {
    await db().execute(sql`
      update providers set failed_at = null, failure = null where code = ${provider} and failed_at is not null`);
    return;
  }
  const pauseSeconds = outcome.is === "later" ? outcome.afterSeconds : null;
  const says = outcome.is === "refused" ? outcome.says : outcome.why;
  await db().execute(sql`
    update providers set failed_at = clock_timestamp(), failure = ${says},
      paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${pauseSeconds}::float8))
    where code = ${provider}`);
}
