import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./client.ts";

/**
 * Inserts whole rows, however many, by one statement with one parameter: a statement with a parameter for each value
 * would be prepared anew for each number of rows. Every column is given; the database's defaults do not come in.
 */
export async function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table["$inferSelect"][],
): Promise<void> {
  const name = sql.identifier(getTableName(table));
  await tx.execute(sql`
    insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${asRecords(rows)}::jsonb)`);
}

/** Rows as JSON, under the names that their columns have in the database. */
export const asRecords = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value,
        ]),
      ),
    ),
  );
