/**
 * Drizzle, as everything else imports it. Node reads a package's list of what it exports anew at each import of it, and
 * Drizzle's has 130 kB: with four hundred imports that was a third of what a process did until it was up.
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
