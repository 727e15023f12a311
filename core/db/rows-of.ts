import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { Column, getTableColumns, is, type PgColumn, type PgTable, SQL, sql } from "#core/db/drizzle";
import type { Db } from "./client.ts";
import { textOf } from "./prepared.ts";

type Shown = Readonly<Record<string, PgColumn | SQL>>;

/**
 * Selects the columns `shown` from a table: `rowsAs(orders, { id: orders.id })(tx, sql`where id = ${id}`)`. Same result
 * as Drizzle's `select(shown).from(table)`, for frequent queries: the text is built once, and the driver's rows are
 * used as they are, except for columns that have another form in the program.
 */
export function rowsAs<Columns extends Shown>(table: PgTable, shown: Columns) {
  // At the first use: handlers load many statements that they never use.
  let known: Select | undefined;
  return async (tx: Db, rest: SQL): Promise<SelectResultFields<Columns>[]> => {
    known ??= selectOf(table, shown);
    const { text, read } = known;
    const rows = await tx.execute(sql`${text} ${rest}`);
    for (const row of rows) {
      for (const [key, column] of read) if (row[key] !== null) row[key] = column.mapFromDriverValue(row[key]);
    }
    return rows as never; // the selected columns, under the names in `shown`
  };
}

interface Select {
  readonly text: SQL;
  /** Columns whose values have another form in the program than in the driver. */
  readonly read: readonly (readonly [string, PgColumn])[];
}

function selectOf(table: PgTable, shown: Shown): Select {
  const names = Object.entries(shown).map(([key, column]) => sql`${column} as ${sql.identifier(key)}`);
  const read = Object.entries(shown).flatMap(([key, column]) => {
    if (is(column, SQL) || column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return [];
    return [[key, column] as const];
  });
  return { text: textOf(sql`select ${sql.join(names, sql`, `)} from ${table}`), read };
}

/** The same for whole rows. */
export const rowsOf = <Table extends PgTable>(table: Table) =>
  rowsAs(table, getTableColumns(table)) as (tx: Db, rest: SQL) => Promise<Table["$inferSelect"][]>;
