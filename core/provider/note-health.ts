import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { twice } from "#core/work/twice";
import type { Outcome } from "./outcome.ts";

/**
 * Records a provider's health: a success clears its last failure, and an answer asking for fewer requests pauses it. It
 * never throws, because the outcome is still to be recorded itself.
 */
export async function noteHealth(provider: string, outcome: Outcome<unknown>): Promise<void> {
  await twice(() => note(provider, outcome)).catch((error: unknown) => {
    log.warn("a provider's health not recorded", { provider, error });
  });
}

async function note(provider: string, outcome: Outcome<unknown>): Promise<void> {
  // A refusal counts as healthy too, unless it is about the credentials; others need not wait for what is put off alone.
  if (
    outcome.is === "done" ||
    (outcome.is === "refused" && outcome.code !== "credentials") ||
    (outcome.is === "later" && outcome.onlyThis)
  ) {
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
