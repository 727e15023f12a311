import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client.ts";
import { textOf } from "./prepared.ts";

/**
 * Asks for whole rows of a table: `rowsOf(orders)(tx, sql`where id = ${id} for update`)`. It answers what Drizzle's
 * `select().from(table)` does, for the statements that every change makes: their text is put together once.
 */
export function rowsOf<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([key, column]) => sql`${column} as ${sql.identifier(key)}`);
  const select = textOf(sql`select ${sql.join(names, sql`, `)} from ${table}`);
  return async (tx: Db, rest: SQL): Promise<Table["$inferSelect"][]> => {
    const found = await tx.execute(sql`${select} ${rest}`);
    return found.map((row) =>
      Object.fromEntries(
        columns.map(([key, column]) => [key, row[key] === null ? null : column.mapFromDriverValue(row[key])]),
      ),
    );
  };
}
