import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { twice } from "#core/work/twice";
import type { Outcome } from "./outcome.ts";

const ofCredentials: ReadonlySet<string> = new Set(["credentials"]);

/**
 * Records a provider's health: a success clears its last failure, and an answer asking for fewer requests pauses it. It
 * never throws, because the outcome is still to be recorded itself.
 *
 * @param ofAccount the codes of refusals that are about the store's account there, and not about what was asked
 */
export async function noteHealth(
  provider: string,
  outcome: Outcome<unknown>,
  ofAccount: ReadonlySet<string> = ofCredentials,
): Promise<void> {
  await twice(() => note(provider, outcome, ofAccount)).catch((error: unknown) => {
    log.warn("a provider's health not recorded", { provider, error });
  });
}

async function note(provider: string, outcome: Outcome<unknown>, ofAccount: ReadonlySet<string>): Promise<void> {
  // Credentials without the right to this: whether they work otherwise was not tried.
  if (outcome.is === "refused" && outcome.code === "noPermission") return;
  // Any other refusal counts as healthy too, and so does what is put off alone: other requests need not wait.
  if (
    outcome.is === "done" ||
    (outcome.is === "refused" && !ofAccount.has(outcome.code)) ||
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
