/** Tables in which one row is the default, such as locations and tax rates: it can change, but there is always one. */

import type { Change } from "#core/db/change";
import { type PgTable, sql } from "#core/db/drizzle";
import { type Action, audit } from "./record.ts";

/** The id of the default, if there is one yet. No other change can change the default until this one ends. */
export async function lockDefault(change: Change, table: PgTable): Promise<string | undefined> {
  await change.tx.execute(sql`lock table ${table} in share row exclusive mode`);
  const [row] = await change.tx.execute<{ id: string }>(sql`select id from ${table} where is_default`);
  return row?.id;
}

/** Unsets the old default, and records that in its own history too. */
export async function endDefault(change: Change, table: PgTable, action: Action, id: string): Promise<void> {
  await change.tx.execute(sql`update ${table} set is_default = false where id = ${id}`);
  audit(change, action, id, { before: { isDefault: true }, after: { isDefault: false } });
}
