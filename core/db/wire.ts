/** SQL for values in their form on the wire, for queries that build a whole answer in the database. */
import { type SQL, sql } from "#core/db/drizzle";

/** A time column as ISO 8601 in UTC. The column's name is the program's own, never a client's. */
export const wireTime = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Minor units as money. */
export const wireMoney = (minor: string, currency: string): SQL =>
  sql.raw(`json_build_object('amountMinor', ${minor}, 'currency', ${currency})`);
