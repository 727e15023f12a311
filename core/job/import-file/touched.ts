import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/**
 * Which of these were created or changed by anything else since an import last wrote them: a file from another store
 * does not reflect that. Taken from the audit, which records changes to a product also under its variants' ids.
 */
export async function touchedAmong(change: Change, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await change.tx.execute<{ id: string }>(sql`
    select subject_id as id from audit where subject_id = any(${sql.param(ids)}::text[])
    group by subject_id
    having max(id) filter (where action <> 'import.start') > coalesce(max(id) filter (where action = 'import.start'), '')`);
  return new Set(rows.map(({ id }) => id));
}
