import type { Outcome } from "#core/contract/import";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { storable } from "#core/work/storable";
import { cut, type Problem, shown } from "./import-file/cells.ts";
import { unseenIn } from "./import-file/unseen.ts";
import type { Group, Verdict } from "./import-kind.ts";
import type { JobRow } from "./job.table.ts";

/** The fields of a refused row; its text if it is uncertain where they begin. */
export type RefusedRow = readonly string[] | string;

/** As many as a person might want to look through. */
const shownMax = 10_000;
/** As many as someone would correct in a spreadsheet. Beyond that they are only counted. */
export const refusedMax = 100_000;

/** As many as someone would correct in one row before trying again. */
const problemsMax = 50;

/** Lists show these: a field may have a million characters, and each of a thousand columns its own problem. */
const shownProblems = (problems: readonly Problem[]): Problem[] =>
  problems.slice(0, problemsMax).map(({ column, text, why }) => ({
    column: column && shown(column),
    text: text && shown(text),
    why: cut(why + unseenIn(text ?? ""), whyMax),
  }));
const whyMax = 1_000;

export function countsOf(verdicts: readonly Verdict[]): Record<Outcome, number> {
  const counts = { created: 0, changed: 0, same: 0, refused: 0 };
  for (const { outcome } of verdicts) counts[outcome]++;
  return counts;
}

/**
 * Stores the verdicts on a batch's rows: all of them in a dry run, refusals only in a real run.
 * @param job with the counts of all earlier batches: they say how many are stored already.
 */
export async function keepVerdicts(
  change: Change,
  job: JobRow,
  groups: readonly Group[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const seen = {
    created: job.createdCount,
    changed: job.changedCount,
    same: job.sameCount,
    refused: job.refusedCount,
  };
  const rows = verdicts.flatMap((verdict, nth) => {
    const group = groups[nth];
    const { outcome, about } = verdict;
    const kept = outcome === "refused" ? refusedMax : job.dryRun ? shownMax : 0;
    if (!group || seen[outcome]++ >= kept) return [];
    const common = { job_id: job.id, row_number: group[0].number, outcome, about: shown(about) };
    const more =
      verdict.outcome === "refused"
        ? {
            problems: shownProblems(verdict.problems),
            fields: group.map(({ fields, stray }): RefusedRow => stray?.text ?? fields),
          }
        : { before: verdict.before, after: verdict.after };
    return [{ ...common, ...more }];
  });
  if (rows.length === 0) return;
  await change.tx.execute(sql`
    insert into job_rows select * from jsonb_populate_recordset(null::job_rows, ${storable(rows)}::jsonb)`);
}
