import { getTableName, type PgTable, sql } from "#core/db/drizzle";
import type { Tx } from "./client.ts";
import { asRecords, columnOf } from "./insert-rows.ts";

/** Updates these columns of many rows, identified by their ids, in one statement. */
export async function updateRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table["$inferSelect"][],
  columns: readonly (keyof Table["$inferSelect"] & string)[],
): Promise<void> {
  if (rows.length === 0) return;
  const name = sql.identifier(getTableName(table));
  const sets = columns.map((column) => {
    const written = sql.identifier(columnOf(column));
    return sql`${written} = said.${written}`;
  });
  const ids = rows.map(({ id }) => id);
  await tx.execute(sql`
    update ${name} set ${sql.join(sets, sql`, `)}
    from jsonb_populate_recordset(null::${name}, ${asRecords(rows)}::jsonb) said
    where ${name}.id = any(${sql.param(ids)}) and ${name}.id = said.id`);
}
