import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/** Those of these lists that this import has created, in this run or an earlier one, and nobody else has changed. */
export async function madeBy({ tx }: Change, ids: readonly string[], jobId: string): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.execute<{ id: string }>(sql`
    select subject_id as id from audit where subject_id = any(${sql.param(ids)}::text[])
    group by 1 having bool_or(action = 'priceList.create') and bool_and(coalesce(after ->> 'import' = ${jobId}, false))`);
  return new Set(rows.map(({ id }) => id));
}
