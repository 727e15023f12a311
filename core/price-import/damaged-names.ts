import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Problem } from "#core/job/import-file/cells";
import { codeLost, mayBeDamage } from "#core/job/import-file/spreadsheet-damage";
import { madeBy } from "./made-by.ts";

/** What a spreadsheet has made of the names of lists here: it would become another list, with the same prices. */
export async function damagesIn(
  change: Change,
  names: readonly string[],
  jobId: string,
): Promise<ReadonlyMap<string, Problem>> {
  const odd = names.filter(mayBeDamage);
  if (odd.length === 0) return new Map();
  const here = await change.tx.execute<{ id: string; name: string }>(sql`
    select id, name from price_lists where archived_at is null`);
  const found = odd.flatMap((name) =>
    here.flatMap((list) => codeLost("price list", list.name, name).map((problem) => ({ id: list.id, name, problem }))),
  );
  // A file may have a list 7 as well as 007.
  const own = await madeBy(
    change,
    found.map(({ id }) => id),
    jobId,
  );
  return new Map(found.filter(({ id }) => !own.has(id)).map(({ name, problem }) => [name.toLowerCase(), problem]));
}
