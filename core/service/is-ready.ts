import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isFull } from "#core/db/error";
import { knownMigrations } from "#core/db/migrate";
import { reading } from "#core/db/reading";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";

/** Anyone may ask, as often as they like, and each look writes a file: callers share the one in progress. */
let looking: Promise<{ status: "ready" }> | undefined;

/**
 * Ready means that the database answers, takes changes, has all migrations of this code and space on its disk, and an owner can sign
 * in.
 */
export const isReady = (): Promise<{ status: "ready" }> =>
  (looking ??= look().finally(() => {
    looking = undefined;
  }));

async function look(): Promise<{ status: "ready" }> {
  try {
    const [found] = await reading(lookedAt);
    const names = new Set(found?.migrations);
    if (found?.owned && (await knownMigrations()).every((name) => names.has(name))) return { status: "ready" };
  } catch (error) {
    log.warn("not ready", { error });
    if (isFull(error)) throw new Refusal("service.full");
  }
  throw new Refusal("service.notReady");
}

/** PostgreSQL's minimum, so that the query below spills to disk. */
const leastMemory = "64kB";

/**
 * The readiness query. It makes PostgreSQL write a temporary file of 200 kB, because a full disk shows only when
 * writing; nothing is changed, logged or left behind.
 */
const lookedAt = () =>
  db().transaction(async (tx) => {
    await tx.execute(sql`select set_config('work_mem', ${leastMemory}, true)`);
    // Locks nothing, but a server that only reads refuses it: only writes would notice, and none come to what is not ready.
    await tx.execute(sql`select from staff where false for update`);
    return tx.execute<{ migrations: string[]; owned: boolean }>(sql`
      with written as materialized (select repeat('x', 1000) as text from generate_series(1, 200))
      select
        (select array_agg(name) from migrations) as migrations,
        exists (select 1 from staff where role = 'owner' and removed_at is null) as owned
      from (select count(text) from written) counted`);
  });
