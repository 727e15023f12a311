/** Statements that are built once. Drizzle builds the text at each use, which costs more than sending it. */
import { PgDialect, type SQL, sql } from "#core/db/drizzle";
import { type Db, db, type Pool } from "./client.ts";

const dialect = new PgDialect({ casing: "snake_case" });

/** The same SQL as plain text. @throws if it has parameters, because those differ at each use. */
export function textOf<T>(statement: SQL<T>): SQL<T> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  if (params.length > 0) throw new Error("SQL with parameters differs at each use");
  return sql.raw(text) as SQL<T>; // it selects the same
}

/**
 * A statement from fixed texts with parameters between them, for the pool or within a transaction. On the pool it goes
 * straight to the driver: workers' statements are sent hundreds of times a second. `Row` is what it selects.
 */
export function statement<Row>(...texts: readonly string[]) {
  const whole = texts.reduce((text, next, nth) => `${text}$${nth}${next}`);
  return async (on: Db, ...parameters: readonly (string | number)[]): Promise<Row[]> => {
    if (isPool(on)) return on.$client.unsafe<Row[]>(whole, [...parameters]);
    const bound = texts.flatMap((text, nth) => [
      sql.raw(text),
      ...parameters.slice(nth, nth + 1).map((one) => sql`${one}`),
    ]);
    return (await on.execute(sql.join(bound))) as unknown as Row[]; // the same rows as over the pool
  };
}

/** A transaction gives no access to the driver. */
const isPool = (on: Db): on is Pool => "$client" in on;

/** A prepared query of the current pool; a new pool gets its own. */
export function prepared<Query>(prepare: (db: Db) => Query): () => Query {
  const known = new WeakMap<Db, Query>();
  return () => {
    const pool = db();
    const query = known.get(pool) ?? prepare(pool);
    known.set(pool, query);
    return query;
  };
}
