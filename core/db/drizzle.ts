/**
 * Everything else imports Drizzle from here. Node reads a package's exports again at each import of it, and Drizzle's
 * are 130 kB: with four hundred imports that took a third of a process's start-up time.
 */
export type { AnyColumn, Placeholder, SQLWrapper } from "drizzle-orm";
export {
  and,
  arrayContains,
  asc,
  between,
  Column,
  count,
  desc,
  eq,
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
  max,
  ne,
  or,
  SQL,
  sql,
} from "drizzle-orm";
export type { PgColumn, PgTable } from "drizzle-orm/pg-core";
export {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  PgDialect,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
