import { quoted } from "#core/csv/write-rows";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { FileKey } from "#core/file/folders";
import { writeFile } from "#core/file/write";
import type { Problem } from "./import-file/cells.ts";
import type { JobRow } from "./job.table.ts";
import type { Turn } from "./turn.ts";

const pageRowsMax = 1_000;
/** In bytes, beyond the first row: a row may have as many as a whole page. */
const pageBytesMax = 4_000_000;

/**
 * Writes the refused rows to a file with the original columns, followed by the reasons. Once corrected it can be
 * uploaded as it is, because unknown columns are ignored. A worker that no longer holds the claim records nothing.
 */
export async function writeRefusedFile({ job, claim }: Pick<Turn, "job" | "claim">): Promise<void> {
  if (job.refusedCount === 0) return;
  const key: FileKey = `exports/${job.id}-refused.csv`;
  await writeFile(key, "text/csv", refusedRows(job));
  await db().execute(sql`update jobs set refused_key = ${key} where id = ${job.id} and claim_id = ${claim.claimId}`);
}

/** The last columns of this file. */
export const reasonColumns = ["Refused row", "Refused because"] as const;

async function* refusedRows({ id, header }: JobRow): AsyncGenerator<string> {
  // By position, so that two columns with the same name stay two.
  const columns = (header ?? [])
    .map((name, place) => ({ name, place }))
    .filter(({ name }) => !reasonColumns.some((ours) => ours === name));
  const places = columns.map(({ place }) => place);
  yield `\uFEFF${asItStood([...columns.map(({ name }) => name), ...reasonColumns])}`;
  let after = 0;
  for (;;) {
    const rows = await db().execute<{ row: number; problems: readonly Problem[]; fields: readonly string[][] }>(sql`
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
      fields.map((one) => asItStood([...places.map((place) => one[place] ?? ""), String(row), sentenceOf(problems)])),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield lines.join("");
    after = last.row;
  }
}

/** Names and fields are returned as they were uploaded: escaped against formulas only if they arrived so. */
const asItStood = (fields: readonly string[]): string => `${fields.map(quoted).join(",")}\r\n`;

export const sentenceOf = (problems: readonly Problem[]): string =>
  problems.map(({ column, text, why }) => `${column === null ? "" : `${column} “${text}”: `}${why}`).join(" ");
