import { AsyncLocalStorage } from "node:async_hooks";
import { optional, required } from "#core/environment";
import { log } from "#core/log";
import type { PostgresJsDatabase } from "./drizzle.ts";
import { isReadOnly, lostItsConnection, refusesPassword } from "./error.ts";
import { abandon, openDriver } from "./pool/driver.ts";
import { type Pool, poolOver } from "./pool/pool.ts";

/** One connection pool for the process; it connects at the first query. */
export type Db = PostgresJsDatabase;
/** A transaction: everything that `Db` can do, all or nothing. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
export type { Pool } from "./pool/pool.ts";

/** Idle connections are closed after this time. */
const idleSeconds = 30;
/**
 * An instance of a Lambda is frozen between two requests, for minutes or for ever, and closes nothing: the database
 * does instead. Longer than `idleSeconds`, so that a running process finds no connection closed.
 */
const frozenSeconds = 60;

/**
 * Opens a connection pool. `connections` is 2 for a Lambda, which answers one request at a time, and
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
    // A standby is given up soon, as the store's own database can answer instead.
    connect_timeout: isStandby ? 2 : 10,
    idle_timeout: idleSeconds,
    onnotice: () => {},
    connection: {
      application_name: "quartermaster",
      // Planning for each set of values costs more than most of our statements take. Values that a plan must know (a
      // limit, a rare status) are written into the statement; searches are planned for their text by `searching`.
      plan_cache_mode: "force_generic_plan",
      // A plan is kept until its tables are analysed, a minute or more: one made while they were almost empty would
      // keep scanning them. Statements without a usable index still scan; the doctor, which has to, allows it.
      enable_seqscan: "off",
      // None of our statements takes long: one that does is stuck, and must not hold its locks for ever.
      statement_timeout: 30_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
      idle_session_timeout: frozenSeconds * 1_000,
      ...(isStandby && { default_transaction_read_only: true }),
    },
  };
  return poolOver(openDriver(url, options, onError));
}

let shared: Pool | undefined;
/** The address that `shared` was opened with: the settings may have a newer one. */
let sharedUrl: string | undefined;
let openedAt = 0;
let askedForAt = 0;

const elsewhere = new AsyncLocalStorage<Pool>();

/** Within this work `db()` is that pool. Changes are still made in the store's own database. */
export const answeredBy = <T>(pool: Pool, work: () => Promise<T>): Promise<T> => elsewhere.run(pool, work);

/** The pool for reading: the process's own, except within `answeredBy`. */
export const db = (): Pool => elsewhere.getStore() ?? primary();

/** Whether connections last used then may have been closed since, without this process knowing. */
export const frozenSince = (usedAt: number): boolean =>
  Date.now() - usedAt > ((idleSeconds + frozenSeconds) / 2) * 1_000;

/**
 * The process's own pool, on `DATABASE_URL`. A process gets a new one after a freeze: its connections are closed or
 * about to be, without its knowledge.
 */
export function primary(): Pool {
  const now = Date.now();
  if (frozenSince(askedForAt)) replacePool(shared);
  askedForAt = now;
  if (shared) return shared;
  const url = required("DATABASE_URL", "it names the PostgreSQL that holds the store");
  const pool: Pool = connect(url, undefined, (error) => void renewed(pool, error));
  shared = pool;
  sharedUrl = url;
  openedAt = performance.now();
  return pool;
}

const replaced = new Set<Pool>();

/** How long queries waiting for a connection of a replaced pool have; running queries have a minute more. */
const drainMs = 5_000;

/**
 * Replaces a pool in which a connection was found closed by the database: others will be closed too, and the driver
 * answers the next query on each with the error that ended the last one.
 */
function replacePool(lost: Pool | undefined): void {
  if (shared !== lost || !lost) return; // it has been replaced already
  shared = undefined;
  retire(lost);
}

/** Ends all work in the store's database, which does not answer: whoever waits for it, or for a connection. */
export async function abandonPrimary(): Promise<void> {
  const lost = shared;
  shared = undefined;
  if (lost) await abandon(lost.$client);
}

/** Ends a pool that is no longer handed out, once its users are done. */
export function retire(lost: Pool): void {
  replaced.add(lost);
  setTimeout(() => {
    replaced.delete(lost);
    void lost.$client.end({ timeout: 60 });
  }, drainMs).unref();
}

/** Reads the settings into the environment again. */
let readAgain: (() => Promise<void>) | undefined;
let reading: Promise<void> | undefined;
let readAt = Number.NEGATIVE_INFINITY;
/** So that settings that did not help are not read again at every request. */
const readAgainMs = 2_000;

/** Sets how settings are read again once the password is refused: it may be changed while this process runs. */
export const settingsComeFrom = (read: () => Promise<void>): void => {
  readAgain = read;
};

/** A pool this new has reached a server that only reads at the address itself: another one would reach the same. */
const newMs = 2_000;

/**
 * Whether failed work may succeed if it is started again, because its connections had been closed or led to a server
 * that has become a standby, or the password had changed. The next query then opens new connections.
 * @param pool the primary one when the work began: another request may have replaced it since.
 */
export async function connectedAnew(pool: Pool, error: unknown): Promise<boolean> {
  if (isReadOnly(error)) {
    if (pool === shared && performance.now() - openedAt > newMs) replacePool(pool);
    return pool !== shared;
  }
  if (!lostItsConnection(error)) return renewed(pool, error);
  replacePool(pool);
  return true;
}

/** Reads the settings again after any query whose password was refused, even for work that is not retried at once. */
async function renewed(pool: Pool, error: unknown): Promise<boolean> {
  if (!refusesPassword(error)) return false;
  if (pool === shared && !isOutdated()) {
    reading ??= renew().finally(() => {
      reading = undefined;
    });
    await reading;
  }
  // Not necessarily this pool: the one that replaced it meanwhile may have been opened with the old address too.
  if (isOutdated()) replacePool(shared);
  return pool !== shared;
}

const isOutdated = (): boolean => shared !== undefined && sharedUrl !== optional("DATABASE_URL");

async function renew(): Promise<void> {
  if (!readAgain || performance.now() - readAt < readAgainMs) return;
  try {
    await readAgain();
  } catch (error) {
    log.error("settings not reloaded", { error });
  }
  readAt = performance.now();
}

/** Other pools of the process, which end with its own. */
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
