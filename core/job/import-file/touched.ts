import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/**
 * Which of these were created or changed by anything else since an import last wrote them: a file from another store
 * does not reflect that. Taken from the audit; changes of stock, and repairs of derived figures, are none of the thing.
 * @param things each with its parts: a product and its variants.
 * @returns the ids of the things, without those of their parts.
 */
export async function touchedAmong(
  change: Change,
  things: readonly (readonly [id: string, ...parts: string[]])[],
): Promise<ReadonlySet<string>> {
  if (things.length === 0) return new Set();
  const rows = await change.tx.execute<{ id: string; others: string; imports: string }>(sql`
    select subject_id as id, coalesce(max(id) filter (where action <> 'import.start'), '') as others,
      coalesce(max(id) filter (where action = 'import.start'), '') as imports
    from audit where subject_id = any(${sql.param(things.flat())}::text[])
      and action not like 'stock.%' and action <> 'doctor.repair'
    group by subject_id`);
  const lastOf = new Map(rows.map((row) => [row.id, row]));
  // An import records a product with its variants under the product's id only.
  const newest = (ids: readonly string[], by: "others" | "imports") =>
    ids.map((id) => lastOf.get(id)?.[by] ?? "").reduce((a, b) => (a > b ? a : b));
  return new Set(things.filter((ids) => newest(ids, "others") > newest(ids, "imports")).map(([id]) => id));
}
