/**
 * What providers lend, kept for all processes: sealed, fetched by one of them while the others wait for it. Nothing is held
 * while it is fetched, so whoever dies over it only costs the time after which another tries.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { openUnlessLost, seal } from "#core/secret";
import type { Lent, TokenStore } from "./remembered.ts";

/** A fetch takes one exchange, which takes 30 s at most. */
const fetchSeconds = 40;
const lookEveryMs = 100;

interface Known extends Record<string, unknown> {
  readonly sealed: string | null;
  readonly seconds: number;
  /** Whether it is this process that fetches it now. */
  readonly mine: boolean;
}

export const sharedTokens = (provider: string): TokenStore => ({
  async take(owner, make) {
    const name = nameOf(owner);
    for (;;) {
      const known = await takeOrClaim(provider, name);
      if (known?.mine) return await fetched(name, make);
      if (known?.sealed) {
        const text = openUnlessLost(known.sealed, name);
        if (text !== null) return { text, forSeconds: known.seconds };
        await forget(name, known.sealed);
      } else await pause(lookEveryMs);
    }
  },
  /** Only the one that was refused: another may have been fetched since. */
  async drop(owner, text) {
    const name = nameOf(owner);
    const [row] = await db().execute<{ sealed: string | null }>(sql`
      select sealed from provider_tokens where name = ${name}`);
    if (row?.sealed && openUnlessLost(row.sealed, name) === text) await forget(name, row.sealed);
  },
});

const forget = (name: string, sealed: string) =>
  db().execute(sql`update provider_tokens set sealed = null, until = null where name = ${name} and sealed = ${sealed}`);

/** The token that is good for another minute, or whose turn it is to fetch one. */
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

/** The owner holds the settings' secrets in a digest already; this one is short and fits a key. */
const nameOf = (owner: string): string => createHash("sha256").update(owner).digest("hex");
