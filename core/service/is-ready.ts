import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isFull } from "#core/db/error";
import { knownMigrations } from "#core/db/migrate";
import { reading } from "#core/db/reading";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";

/** Answers when the database does, has every migration of this code and room on its disk, and an owner can sign in. */
export async function isReady(): Promise<{ status: "ready" }> {
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

/** As little as PostgreSQL takes: what needs more is written to a file. */
const leastMemory = "64kB";

/**
 * What it takes to be ready. On the way PostgreSQL puts 200 kB on its disk for a moment, for it says that a disk is full only to
 * whoever writes: in a file of its own, so that nothing is changed, logged or left behind.
 */
const lookedAt = () =>
  db().transaction(async (tx) => {
    await tx.execute(sql`select set_config('work_mem', ${leastMemory}, true)`);
    return tx.execute<{ migrations: string[]; owned: boolean }>(sql`
      with written as materialized (select repeat('x', 1000) as text from generate_series(1, 200))
      select
        (select array_agg(name) from migrations) as migrations,
        exists (select 1 from staff where role = 'owner' and removed_at is null) as owned
      from (select count(text) from written) counted`);
  });
