import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Problem } from "#core/job/import-file/cells";
import { codeLost, marksLeftIn, marksOf } from "#core/job/import-file/spreadsheet-damage";
import { madeBy } from "./made-by.ts";

/** What a spreadsheet has made of the names of lists here: it would become another list, with the same prices. */
export async function damagesIn(
  change: Change,
  names: readonly string[],
  jobId: string,
): Promise<ReadonlyMap<string, Problem>> {
  const odd = names.map((name) => ({ name, marks: marksLeftIn(name) })).filter(({ marks }) => marks.length > 0);
  if (odd.length === 0) return new Map();
  const left = new Set(odd.flatMap(({ marks }) => marks));
  const here = await change.tx.execute<{ id: string; name: string }>(sql`
    select id, name from price_lists where archived_at is null`);
  const lost = here.flatMap(({ id, name }) =>
    marksOf(name)
      .filter((mark) => left.has(mark))
      .map((mark) => ({ id, name, mark })),
  );
  // A file may have a list 7 as well as 007.
  const own = await madeBy(change, [...new Set(lost.map(({ id }) => id))], jobId);
  const lostBy = new Map(lost.filter(({ id }) => !own.has(id)).map(({ name, mark }) => [mark, name]));
  return new Map(
    odd.flatMap(({ name, marks }) =>
      marks
        .flatMap((mark) => codeLost("price list", lostBy.get(mark), name))
        .map((problem) => [name.toLowerCase(), problem] as const),
    ),
  );
}
