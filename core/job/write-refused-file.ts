import { csvLine, quoted } from "#core/csv/write-rows";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { FileKey } from "#core/file/folders";
import { writeFile } from "#core/file/write";
import type { Problem } from "./import-file/cells.ts";
import type { JobRow } from "./job.table.ts";
import type { Turn } from "./turn.ts";

const pageSize = 1_000;

/**
 * Writes the refused rows as a file of their own, with the columns of the one they came from and why behind them: mended,
 * it can be sent as it is, for a column that is not known does not matter. Whoever no longer holds the job leaves no trace.
 */
export async function writeRefusedFile({ job, claim }: Pick<Turn, "job" | "claim">): Promise<void> {
  if (job.refusedCount === 0) return;
  const key: FileKey = `exports/${job.id}-refused.csv`;
  await writeFile(key, "text/csv", refusedRows(job));
  await db().execute(sql`update jobs set refused_key = ${key} where id = ${job.id} and claim_id = ${claim.claimId}`);
}

/** The last columns of such a file. */
export const reasonColumns = ["Refused row", "Refused because"] as const;

async function* refusedRows({ id, header }: JobRow): AsyncGenerator<string> {
  // Each from its own place: two of one name are given back as the two that they are.
  const columns = (header ?? [])
    .map((name, place) => ({ name, place }))
    .filter(({ name }) => !reasonColumns.some((ours) => ours === name));
  const places = columns.map(({ place }) => place);
  yield `\uFEFF${csvLine([...columns.map(({ name }) => name), ...reasonColumns])}`;
  let after = 0;
  for (;;) {
    const rows = await db().execute<{ row: number; problems: readonly Problem[]; fields: readonly string[][] }>(sql`
      select row_number::float8 as row, problems, fields from job_rows
      where job_id = ${id} and outcome = 'refused' and row_number > ${after}
      order by row_number limit ${pageSize}`);
    const lines = rows.flatMap(({ row, problems, fields }) =>
      fields.map((one) => asItStood([...places.map((place) => one[place] ?? ""), String(row), sentenceOf(problems)])),
    );
    if (lines.length > 0) yield lines.join("");
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    after = last.row;
  }
}

/** What was sent is given back unchanged: it is neutralised where it came neutralised. */
const asItStood = (fields: readonly string[]): string => `${fields.map(quoted).join(",")}\r\n`;

export const sentenceOf = (problems: readonly Problem[]): string =>
  problems.map(({ column, text, why }) => `${column === null ? "" : `${column} “${text}”: `}${why}`).join(" ");
