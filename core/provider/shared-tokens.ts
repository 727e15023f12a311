/**
 * Tokens shared by all processes: stored sealed, fetched by one process while the others wait. No lock is held while
 * fetching, so a process that dies only costs the time until another tries.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { openUnlessLost, seal } from "#core/secret";
import { within } from "#core/time-left";
import { Ended, later } from "./outcome.ts";
import type { Lent, TokenStore } from "./remembered.ts";

/** A fetch is one exchange of at most 30 s. */
const fetchSeconds = 40;
/** Whoever waits for another's fetch may have to fetch it in the end, and has calls to make with it (`attemptMsMax`). */
const waitMsMax = 5_000;
const lookEveryMs = 100;

interface Known extends Record<string, unknown> {
  readonly sealed: string | null;
  readonly seconds: number;
  /** Whether this process has to fetch it. */
  readonly mine: boolean;
}

export const sharedTokens = (provider: string, waitMs = waitMsMax): TokenStore => ({
  /** @throws Ended as later if another process has not fetched it in time. */
  async take(owner, make) {
    const name = nameOf(owner);
    const timeLeft = within(waitMs);
    for (;;) {
      const known = await takeOrClaim(provider, name);
      if (known?.mine) return await fetched(name, make);
      if (known?.sealed) {
        const text = openUnlessLost(known.sealed, name);
        if (text !== null) return { text, forSeconds: known.seconds };
        await forget(name, known.sealed);
      } else if (timeLeft() > 0) await pause(lookEveryMs);
      else throw new Ended(later("Another request for its access token has no answer yet."));
    }
  },
  /** Only removes the refused token: a new one may have been fetched since. */
  async drop(owner, text) {
    const name = nameOf(owner);
    const [row] = await db().execute<{ sealed: string | null }>(sql`
      select sealed from provider_tokens where name = ${name}`);
    if (row?.sealed && openUnlessLost(row.sealed, name) === text) await forget(name, row.sealed);
  },
});

const forget = (name: string, sealed: string) =>
  db().execute(sql`update provider_tokens set sealed = null, until = null where name = ${name} and sealed = ${sealed}`);

/** A token valid for at least another minute, or the claim to fetch one; undefined while another process fetches it. */
async function takeOrClaim(provider: string, name: string): Promise<Known | undefined> {
  const [good] = await db().execute<Known>(sql`
    select sealed, extract(epoch from until - clock_timestamp())::float8 as seconds, false as mine
    from provider_tokens where name = ${name} and sealed is not null and until > clock_timestamp() + interval '1 minute'`);
  if (good) return good;
  const [claimed] = await db().execute<Known>(sql`
    insert into provider_tokens as known (name, provider, fetched_until)
    values (${name}, ${provider}, clock_timestamp() + make_interval(secs => ${fetchSeconds}))
    on conflict (name) do update set sealed = null, until = null, fetched_until = excluded.fetched_until
      where (known.fetched_until is null or known.fetched_until <= clock_timestamp())
        and (known.sealed is null or known.until <= clock_timestamp() + interval '1 minute')
    returning null as sealed, 0::float8 as seconds, true as mine`);
  return claimed;
}

async function fetched(name: string, make: () => Promise<Lent>): Promise<Lent> {
  try {
    const lent = await make();
    await db().execute(sql`
      update provider_tokens set sealed = ${seal(lent.text, name)}, fetched_until = null,
        until = clock_timestamp() + make_interval(secs => ${lent.forSeconds}::float8) where name = ${name}`);
    return lent;
  } catch (error) {
    await db().execute(sql`update provider_tokens set fetched_until = null where name = ${name} and sealed is null`);
    throw error;
  }
}

/** The owner already contains only a digest of the secrets; this shortens it to fit a key. */
const nameOf = (owner: string): string => createHash("sha256").update(owner).digest("hex");
