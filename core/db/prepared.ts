/** Statements that are put together once. Drizzle writes the text anew at each use, which costs more than sending it. */
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Db, db } from "./client.ts";

const dialect = new PgDialect({ casing: "snake_case" });

/** The same SQL as plain text. @throws when it has parameters, for these are another's at each use. */
export function textOf<T>(statement: SQL<T>): SQL<T> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  if (params.length > 0) throw new Error("only SQL without parameters is the same at each use");
  return sql.raw(text) as SQL<T>; // it selects what it did
}

/** A prepared query of the process's own pool; when the pool is another, it is prepared for that one. */
export function prepared<Query>(prepare: (db: Db) => Query): () => Query {
  const known = new WeakMap<Db, Query>();
  return () => {
    const pool = db();
    const query = known.get(pool) ?? prepare(pool);
    known.set(pool, query);
    return query;
  };
}
