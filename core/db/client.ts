import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { optional, required } from "#core/environment";
import { arrays } from "./arrays.ts";
import { lostItsConnection } from "./error.ts";

/** One connection pool for the process; it connects at the first query. */
export type Db = PostgresJsDatabase;
/** A transaction: everything that can be asked of `Db`, all or nothing. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** Besides what Drizzle asks it, the driver itself can be asked. */
export type Pool = Db & { $client: postgres.Sql };

/**
 * Opens a pool on a PostgreSQL. `connections` is 2 for a Lambda, which answers one request at a time, and
 * more on a host that answers many (`DATABASE_CONNECTIONS`).
 */
export function connect(url: string, connections = Number(optional("DATABASE_CONNECTIONS") ?? 2)): Pool {
  const [address, socket] = reached(url);
  const client: postgres.Sql = postgres(address, {
    max: connections,
    ...socket,
    ...pipelined,
    connect_timeout: 10,
    idle_timeout: 300,
    // Seconds before a closed connection is opened anew. Left to itself the driver waits up to 20, and requests with it.
    backoff: () => 0.1,
    onnotice: () => {},
    // The driver would ask each new connection which arrays there are: a round trip, and should the connection close
    // just then, an error that nobody can catch.
    fetch_types: false,
    types: { arrays },
    connection: {
      application_name: "quartermaster",
      // Planning anew for each set of values costs more than most of our statements take. What a plan must know (a
      // limit, a rare status) is written into the statement; a text that is searched for is told by `searching`.
      plan_cache_mode: "force_generic_plan",
      // Nothing of ours takes long: what does is stuck, and must not hold its locks for ever.
      statement_timeout: 30_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
  return drizzle(keepStatements(client), { casing: "snake_case" });
}

/** What stands between an address and the path of a socket of the same server, on this machine. */
export const socketMark = "?socket=";

/** The driver has an option for a socket, and no word in an address: it would tell the server of a setting. */
export function reached(url: string): [url: string, options: { path?: string }] {
  const [address = "", path] = url.split(socketMark);
  return [address, path === undefined ? {} : { path: decodeURIComponent(path) }];
}

/**
 * The driver loses track of a transaction that begins behind this many statements of its connection, and the default
 * is 100. The option is not in its types.
 */
const pipelined = { max_pipeline: 100_000 };

/** `simple` is not in the driver's types: left out, a statement without parameters would be planned each time. */
const kept = { prepare: true, simple: false };

/**
 * Drizzle asks the driver for unnamed statements, which cost a second round trip each to learn the types of
 * their parameters. Ours are few and fixed, so each connection keeps them prepared under a name.
 */
function keepStatements<Sql extends postgres.Sql | postgres.TransactionSql>(client: Sql): Sql {
  const unsafe = client.unsafe.bind(client);
  // To begin a transaction the driver asks itself, and wants to be told when; that is not to be kept.
  client.unsafe = (query, parameters, options = {}) =>
    unsafe(query, parameters, "onexecute" in options ? options : { ...options, ...kept });
  if ("begin" in client) client.begin = insideOf(client.begin.bind(client));
  else client.savepoint = insideOf(client.savepoint.bind(client));
  return client;
}

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** A transaction or a savepoint. Drizzle uses the overload without options or name, so the others are not kept. */
const insideOf = <Begin>(begin: Begin): Begin =>
  ((work: Work) => (begin as (work: Work) => Promise<unknown>)((tx) => untilClosed(work(keepStatements(tx))))) as Begin;

/**
 * The driver answers work that fails with a rollback, also over a connection that was closed, and throws where nobody can
 * catch it: the process ends. So work whose connection was closed does not end; the transaction does, by itself.
 */
const untilClosed = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (lostItsConnection(error)) return new Promise(() => {});
    throw error;
  });

let shared: Pool | undefined;

/** The process's own pool, on `DATABASE_URL`. */
export function db(): Pool {
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
