import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { optional, required } from "#core/environment";
import { openDriver } from "./driver.ts";

/** One connection pool for the process; it connects at the first query. */
export type Db = PostgresJsDatabase;
/** A transaction: everything that can be asked of `Db`, all or nothing. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** Besides what Drizzle asks it, the driver itself can be asked. */
export type Pool = Db & { $client: postgres.Sql };

/** We close what nothing came over for so long. */
const idleSeconds = 30;
/**
 * A copy of a Lambda is frozen between two requests and closes nothing, for minutes or for good: then the database does.
 * Longer than the other, so that a process which runs meets no closed connection.
 */
const frozenSeconds = 60;

/**
 * Opens a pool on a PostgreSQL. `connections` is 2 for a Lambda, which answers one request at a time, and
 * more on a host that answers many (`DATABASE_CONNECTIONS`).
 */
export function connect(url: string, connections = Number(optional("DATABASE_CONNECTIONS") ?? 2)): Pool {
  const client = openDriver(url, {
    max: connections,
    connect_timeout: 10,
    idle_timeout: idleSeconds,
    onnotice: () => {},
    connection: {
      application_name: "quartermaster",
      // Planning anew for each set of values costs more than most of our statements take. What a plan must know (a
      // limit, a rare status) is written into the statement; a text that is searched for is told by `searching`.
      plan_cache_mode: "force_generic_plan",
      // Nothing of ours takes long: what does is stuck, and must not hold its locks for ever.
      statement_timeout: 30_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
      idle_session_timeout: frozenSeconds * 1_000,
    },
  });
  return drizzle(client, { casing: "snake_case" });
}

let shared: Pool | undefined;
let askedForAt = 0;

/**
 * The process's own pool, on `DATABASE_URL`. A process that comes out of a freeze gets a new one: its connections are
 * closed or will be in a moment, and it has not been told.
 */
export function db(): Pool {
  const now = Date.now();
  if (now - askedForAt > ((idleSeconds + frozenSeconds) / 2) * 1_000) replacePool(shared);
  askedForAt = now;
  shared ??= connect(required("DATABASE_URL", "it names the PostgreSQL that holds the store"));
  return shared;
}

/** The pool that is in use; none before the first query. */
export const poolInUse = (): Pool | undefined => shared;

const replaced = new Set<Pool>();

/** How long a replaced pool has for the queries that wait for a connection of it; those at work have a minute more. */
const drainMs = 5_000;

/**
 * Opens new connections in place of a pool that has met one which the database had closed: it has more of them, and the
 * driver answers the next query on each with the error that the last one ended in.
 */
export function replacePool(lost: Pool | undefined): void {
  if (shared !== lost || !lost) return; // somebody else was faster
  shared = undefined;
  replaced.add(lost);
  setTimeout(() => {
    replaced.delete(lost);
    void lost.$client.end({ timeout: 60 });
  }, drainMs).unref();
}

/** Ends the pool: the last thing a process does, so that it can exit. */
export async function disconnect(): Promise<void> {
  const ending = [
    shared?.$client.end({ timeout: 5 }),
    ...[...replaced].map((pool) => pool.$client.end({ timeout: 1 })),
  ];
  shared = undefined;
  replaced.clear();
  await Promise.all(ending);
}
