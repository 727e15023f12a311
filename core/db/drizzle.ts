/**
 * Everything else imports Drizzle from here. Node reads a package's exports again at each import of it, and Drizzle's
 * are 130 kB: with four hundred imports that took a third of a process's start-up time.
 */
import { SQL, StringChunk, sql as tagOfDrizzle } from "drizzle-orm";

export type { AnyColumn, Query, SQLWrapper } from "drizzle-orm";
export {
  and,
  asc,
  between,
  Column,
  count,
  desc,
  eq,
  fillPlaceholders,
  getTableColumns,
  getTableName,
  gt,
  gte,
  ilike,
  inArray,
  is,
  isNull,
  lt,
  lte,
  mapResultRow,
  max,
  Name,
  ne,
  or,
  Param,
  Placeholder,
  SQL,
  StringChunk,
} from "drizzle-orm";
export type { PgColumn, PgTransactionConfig } from "drizzle-orm/pg-core";
export {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  PgDialect,
  PgPreparedQuery,
  PgTable,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
export { drizzle, PostgresJsDatabase, PostgresJsSession, PostgresJsTransaction } from "drizzle-orm/postgres-js";

declare module "drizzle-orm" {
  /** Exported, but left out of Drizzle's types. */
  export function mapResultRow(
    fields: readonly unknown[],
    row: readonly unknown[],
    joinsNotNullable: Record<string, boolean> | undefined,
  ): Record<string, unknown>;
}

const texts = new WeakMap<TemplateStringsArray, StringChunk[]>();

/**
 * Drizzle's tag. Its own makes new objects for the texts of a template at each use, and compares each part with its
 * classes to collect the tables that are named, which only a cache would need.
 */
export const sql = Object.assign(
  <T = unknown>(strings: TemplateStringsArray, ...parts: readonly unknown[]): SQL<T> => {
    const known = texts.get(strings) ?? strings.map((text) => new StringChunk(text));
    texts.set(strings, known);
    const made = new SQL<T>([]);
    for (const [nth, text] of known.entries()) {
      made.queryChunks.push(text);
      if (nth < parts.length) made.queryChunks.push(parts[nth] as never); // any value may be a parameter
    }
    return made;
  },
  { ...tagOfDrizzle },
);
