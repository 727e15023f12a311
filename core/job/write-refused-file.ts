import { csvLine } from "#core/contract/values/csv-line";
import { neutraliseLine } from "#core/contract/values/formula";
import type { Form } from "#core/csv/form";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { FileKey } from "#core/file/folders";
import { writeFile } from "#core/file/write";
import type { Problem } from "./import-file/cells.ts";
import type { ImportCursor } from "./import-file/open-import.ts";
import { missingField, reasonColumns } from "./import-file/reason-columns.ts";
import type { JobRow } from "./job.table.ts";
import type { RefusedRow } from "./keep-verdicts.ts";
import type { Turn } from "./turn.ts";

const pageRowsMax = 1_000;
/** In bytes, beyond the first row: a row may have as many as a whole page. */
const pageBytesMax = 4_000_000;

/**
 * Writes the refused rows to a file with the reasons, followed by the original columns. Once corrected it can be
 * uploaded as it is; uncorrected, its rows are refused again. A worker that no longer holds the claim records nothing.
 */
export async function writeRefusedFile({ job, claim }: Pick<Turn, "job" | "claim">): Promise<void> {
  if (job.refusedCount === 0) return;
  const key: FileKey = `exports/${job.id}-refused.csv`;
  await writeFile(key, "text/csv", refusedRows(job));
  await db().execute(sql`update jobs set refused_key = ${key} where id = ${job.id} and claim_id = ${claim.claimId}`);
}

async function* refusedRows({ id, header, cursor }: JobRow): AsyncGenerator<string> {
  const { delimiter } = (cursor as ImportCursor).form; // rows are refused only once there is one
  const columns = header ?? [];
  yield `\uFEFF${csvLine([...reasonColumns, ...columns], delimiter)}`;
  let after = 0;
  for (;;) {
    const rows = await db().execute<{ row: number; problems: readonly Problem[]; fields: readonly RefusedRow[] }>(sql`
      with page as (
        select row_number, problems, fields, sum(octet_length(fields::text)) over (order by row_number) as bytes_with
        from (
          select row_number, problems, fields from job_rows
          where job_id = ${id} and outcome = 'refused' and row_number > ${after}
          order by row_number limit ${pageRowsMax}) next
      )
      select row_number::float8 as row, problems, fields from page
      where bytes_with - octet_length(fields::text) < ${pageBytesMax} order by row_number`);
    const lines = rows.flatMap(({ row, problems, fields }) =>
      fields.map((one) => lineOf([String(row), sentenceOf(problems)], whole(one, columns.length), delimiter)),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield lines.join("");
    after = last.row;
  }
}

/** A row that is too short shows where: its end would not be seen in a spreadsheet. */
const whole = (row: RefusedRow, columns: number): RefusedRow =>
  typeof row === "string" || row.length >= columns ? row : [...row, missingField];

/** A row whose columns are uncertain stands there as it stood, because its fields are only a guess. */
function lineOf(reasons: readonly string[], row: RefusedRow, delimiter: Form["delimiter"]): string {
  if (typeof row !== "string") return csvLine([...reasons, ...row], delimiter);
  return `${csvLine(reasons, delimiter).trimEnd()}${delimiter}${neutraliseLine(row)}\r\n`;
}

const sentenceOf = (problems: readonly Problem[]): string =>
  problems
    .map(({ column, text, why }) => `${column === null ? "" : `${column}${text ? ` “${text}”` : ""}: `}${why}`)
    .join(" ");
