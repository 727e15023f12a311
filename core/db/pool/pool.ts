import type postgres from "postgres";
import {
  drizzle,
  fillPlaceholders,
  mapResultRow,
  PgPreparedQuery,
  type PgTransactionConfig,
  PostgresJsDatabase,
  PostgresJsSession,
  PostgresJsTransaction,
  type Query,
  type SQLWrapper,
} from "#core/db/drizzle";
import { Dialect } from "./dialect.ts";

/** Drizzle with access to the driver beneath it. */
export type Pool = PostgresJsDatabase & { $client: postgres.Sql };

const dialect = new Dialect({ casing: "snake_case" });

/**
 * Drizzle over the driver. Statements go to the driver directly: Drizzle's own session hands each through five functions
 * with a promise each, for its traces and a cache. Errors are the driver's own.
 */
export function poolOver(client: postgres.Sql): Pool {
  drizzle(client); // tells the driver which types Drizzle reads itself
  return new Database(client);
}

type None = Record<string, never>;
type Client = postgres.Sql | postgres.TransactionSql;
/** How Drizzle reads a row: fields in the order of the statement's columns. */
type Fields = Parameters<PostgresJsSession<postgres.Sql, None, None>["prepareQuery"]>[1];
type ReadRows = Parameters<PostgresJsSession<postgres.Sql, None, None>["prepareQuery"]>[4];

/** The driver's query, which is sent once it is awaited, as Drizzle's are. */
function sent(client: Client, asked: SQLWrapper | string): never {
  const { sql, params } = typeof asked === "string" ? { sql: asked, params: [] } : dialect.sqlToQuery(asked.getSQL());
  return client.unsafe(sql, params as never[]) as never; // of Drizzle's own type only the rows are used
}

class Database extends PostgresJsDatabase {
  readonly $client: postgres.Sql;
  constructor(client: postgres.Sql) {
    super(dialect, new Session(client), undefined);
    this.$client = client;
  }
  override execute(asked: SQLWrapper | string): never {
    return sent(this.$client, asked);
  }
}

class Transaction extends PostgresJsTransaction<None, None> {
  readonly #client: postgres.TransactionSql;
  constructor(client: postgres.TransactionSql) {
    super(dialect, new Session(client) as never, undefined);
    this.#client = client;
  }
  override execute(asked: SQLWrapper | string): never {
    return sent(this.#client, asked);
  }
  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#client.savepoint((client) => work(new Transaction(client))) as Promise<T>;
  }
}

class Session extends PostgresJsSession<postgres.Sql, None, None> {
  constructor(client: Client) {
    super(client as postgres.Sql, dialect, undefined); // a transaction has what Drizzle uses of it
  }
  override prepareQuery(query: Query, fields: Fields, _name?: string, _isArray?: boolean, read?: ReadRows): never {
    return new Prepared(this.client, query, fields, read) as never;
  }
  override transaction<T>(work: (tx: Transaction) => Promise<T>, how?: PgTransactionConfig): Promise<T> {
    return this.client.begin(async (client) => {
      const tx = new Transaction(client);
      if (how) await tx.setTransaction(how);
      return work(tx);
    }) as Promise<T>;
  }
}

/** A statement from one of Drizzle's builders. */
class Prepared extends PgPreparedQuery<{ execute: unknown; all: unknown; values: unknown }> {
  declare readonly joinsNotNullableMap?: Record<string, boolean>;
  readonly #client: Client;
  readonly #fields: Fields;
  readonly #read: ReadRows;
  constructor(client: Client, query: Query, fields: Fields, read: ReadRows) {
    super(query, undefined, undefined, undefined);
    this.#client = client;
    this.#fields = fields;
    this.#read = read;
  }
  override execute(values?: Record<string, unknown>): Promise<unknown> {
    const { sql, params } = this.query;
    const filled = values ? fillPlaceholders(params, values) : params;
    const asked = this.#client.unsafe(sql, filled as never[]);
    const fields = this.#fields;
    if (!fields && !this.#read) return asked;
    return asked
      .values()
      .then((rows) =>
        this.#read
          ? this.#read(rows as unknown[][])
          : rows.map((row) => mapResultRow(fields ?? [], row as unknown[], this.joinsNotNullableMap)),
      );
  }
}
