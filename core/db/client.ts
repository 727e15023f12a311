import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { optional, required } from "#core/environment";
import { log } from "#core/log";
import { openDriver } from "./driver.ts";
import { lostItsConnection, refusesPassword } from "./error.ts";

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
export function connect(
  url: string,
  connections = Number(optional("DATABASE_CONNECTIONS") ?? 2),
  onError?: (error: unknown) => void,
  isStandby = false,
): Pool {
  const options = {
    max: connections,
    // Where another can answer instead, nobody waits for long.
    connect_timeout: isStandby ? 2 : 10,
    idle_timeout: idleSeconds,
    onnotice: () => {},
    connection: {
      application_name: "quartermaster",
      // Planning anew for each set of values costs more than most of our statements take. What a plan must know (a
      // limit, a rare status) is written into the statement; a text that is searched for is told by `searching`.
      plan_cache_mode: "force_generic_plan",
      // A plan is kept until its tables are analysed, a minute or more: one made while they were almost empty would go on
      // reading them whole. What has no index to go by does so still; the doctor, whose work that is, allows it.
      enable_seqscan: "off",
      // Nothing of ours takes long: what does is stuck, and must not hold its locks for ever.
      statement_timeout: 30_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
      idle_session_timeout: frozenSeconds * 1_000,
      ...(isStandby && { default_transaction_read_only: true }),
    },
  };
  return drizzle(openDriver(url, options, onError), { casing: "snake_case" });
}

let shared: Pool | undefined;
let askedForAt = 0;

const elsewhere = new AsyncLocalStorage<Pool>();

/** Whatever asks `db()` within this work asks that pool instead. Changes are made in the store's own database all the same. */
export const answeredBy = <T>(pool: Pool, work: () => Promise<T>): Promise<T> => elsewhere.run(pool, work);

/** What questions are put to: the process's own pool, but within `answeredBy`. */
export const db = (): Pool => elsewhere.getStore() ?? primary();

/** Whether connections that were used so long ago have been closed meanwhile, without this process having been told. */
export const frozenSince = (usedAt: number): boolean =>
  Date.now() - usedAt > ((idleSeconds + frozenSeconds) / 2) * 1_000;

/**
 * The process's own pool, on `DATABASE_URL`. A process that comes out of a freeze gets a new one: its connections are
 * closed or will be in a moment, and it has not been told.
 */
export function primary(): Pool {
  const now = Date.now();
  if (frozenSince(askedForAt)) replacePool(shared);
  askedForAt = now;
  if (shared) return shared;
  const url = required("DATABASE_URL", "it names the PostgreSQL that holds the store");
  const pool: Pool = connect(url, undefined, (error) => void renewed(pool, error));
  shared = pool;
  return pool;
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
  retire(lost);
}

/** Ends a pool that nobody is given any more, once those who have it are done. */
export function retire(lost: Pool): void {
  replaced.add(lost);
  setTimeout(() => {
    replaced.delete(lost);
    void lost.$client.end({ timeout: 60 });
  }, drainMs).unref();
}

/** Reads the settings again, into the environment. */
let readAgain: (() => Promise<void>) | undefined;
let reading: Promise<void> | undefined;
let readAt = Number.NEGATIVE_INFINITY;
/** Settings that did not help are not read again at every request. */
const readAgainMs = 2_000;

/** Where the settings come from, for a password that is changed while this process runs: once it is refused, they are read again. */
export const settingsComeFrom = (read: () => Promise<void>): void => {
  readAgain = read;
};

/**
 * Whether work that failed may succeed if it is begun again: its connections had been closed, or the password was another by
 * now. Then the next query opens new ones.
 */
export async function connectedAnew(pool: Pool | undefined, error: unknown): Promise<boolean> {
  if (!lostItsConnection(error)) return renewed(pool, error);
  replacePool(pool);
  return true;
}

/** Any query, of whomever, whose password is refused has the settings read again: also of work that is not begun again at once. */
async function renewed(pool: Pool | undefined, error: unknown): Promise<boolean> {
  if (!refusesPassword(error)) return false;
  if (pool === shared) {
    reading ??= renew(pool).finally(() => {
      reading = undefined;
    });
    await reading;
  }
  return pool !== shared;
}

async function renew(pool: Pool | undefined): Promise<void> {
  if (!readAgain || performance.now() - readAt < readAgainMs) return;
  const before = optional("DATABASE_URL");
  try {
    await readAgain();
  } catch (error) {
    log.error("settings not read again", { error });
  }
  readAt = performance.now();
  if (optional("DATABASE_URL") !== before) replacePool(pool);
}

/** Pools besides the process's own, which end with it. */
export const besides = new Set<Pool>();

/** Ends the pool: the last thing a process does, so that it can exit. */
export async function disconnect(): Promise<void> {
  const ending = [
    shared?.$client.end({ timeout: 5 }),
    ...[...replaced, ...besides].map((pool) => pool.$client.end({ timeout: 1 })),
  ];
  shared = undefined;
  replaced.clear();
  besides.clear();
  await Promise.all(ending);
}
