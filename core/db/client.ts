import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { required } from "#core/environment";

/** One connection pool for the process; it connects at the first query. */
export type Db = PostgresJsDatabase;
/** A transaction: everything that can be asked of `Db`, all or nothing. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * Opens a pool on a PostgreSQL. `connections` is 2 for a Lambda, which answers one request at a time, and
 * more on a host that answers many (`DATABASE_CONNECTIONS`).
 */
export function connect(url: string, connections = Number(process.env["DATABASE_CONNECTIONS"] ?? 2)) {
  const client = postgres(url, {
    max: connections,
    connect_timeout: 10,
    idle_timeout: 300,
    onnotice: () => {},
    connection: {
      application_name: "quartermaster",
      // Nothing of ours takes long: what does is stuck, and must not hold its locks for ever.
      statement_timeout: 30_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
  return drizzle(keepStatements(client), { casing: "snake_case" });
}

/**
 * Drizzle asks the driver for unnamed statements, which cost a second round trip each to learn the types of
 * their parameters. Ours are few and fixed, so each connection keeps them prepared under a name.
 */
function keepStatements<Sql extends postgres.Sql | postgres.TransactionSql>(client: Sql): Sql {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (query, parameters, options) => unsafe(query, parameters, { ...options, prepare: true });
  if ("begin" in client) {
    const begin = client.begin.bind(client) as (work: (tx: postgres.TransactionSql) => unknown) => Promise<unknown>; // one of two overloads
    client.begin = ((work: (tx: postgres.TransactionSql) => unknown) =>
      begin((tx) => work(keepStatements(tx)))) as typeof client.begin; // drizzle uses the overload without options
  }
  return client;
}

let shared: ReturnType<typeof connect> | undefined;

/** The process's own pool, on `DATABASE_URL`. */
export function db(): Db & { $client: postgres.Sql } {
  shared ??= connect(required("DATABASE_URL", "it names the PostgreSQL that holds the store"));
  return shared;
}

/** Ends the pool: the last thing a process does, so that it can exit. */
export async function disconnect(): Promise<void> {
  await shared?.$client.end({ timeout: 5 });
  shared = undefined;
}
