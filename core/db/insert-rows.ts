import { getTableColumns, getTableName, type PgTable, type SQL, sql } from "#core/db/drizzle";
import type { Tx } from "./client.ts";

/**
 * Inserts any number of whole rows with one statement and one parameter: a statement with a parameter for each value
 * would be prepared again for each number of rows. Every column is given; only columns that the program does not know
 * have the database's default or are computed by it.
 */
export async function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table["$inferSelect"][],
): Promise<void> {
  await tx.execute(insertOf(table, rows));
}

/** The statement alone, to be sent with others. */
export const insertOf = <Table extends PgTable>(table: Table, rows: readonly Table["$inferSelect"][]): SQL =>
  sql`${insertInto(table)} ${asRecords(rows)}::jsonb)`;

const inserts = new WeakMap<PgTable, SQL>();

/** The whole statement except its parameter, built once. */
function insertInto(table: PgTable): SQL {
  const known = inserts.get(table);
  if (known) return known;
  const name = getTableName(table);
  const columns = Object.keys(getTableColumns(table)).map((key) => `"${columnOf(key)}"`);
  const made = sql.raw(
    `insert into "${name}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${name}",`,
  );
  inserts.set(table, made);
  return made;
}

/** Rows as JSON, under their columns' names in the database. */
export const asRecords = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  JSON.stringify(
    rows.map((row) => {
      const record: Record<string, unknown> = {};
      for (const key in row) record[columnOf(key)] = row[key];
      return record;
    }),
  );

/** As many as there are column names in the program; computing them for each row took half of an import's time. */
const columns = new Map<string, string>();

/** A property's column in the database: `createdAt` is `created_at`. */
export function columnOf(key: string): string {
  const known = columns.get(key);
  if (known !== undefined) return known;
  const column = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(key, column);
  return column;
}
