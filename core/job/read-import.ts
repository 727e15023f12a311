import * as z from "zod";
import type { Actor } from "#core/actor";
import type * as imports from "#core/contract/import";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { foundImport } from "./lock-import.ts";
import { shownImport } from "./show-import.ts";

export async function readImport(by: Actor, input: InputOf<typeof imports.read>): Promise<imports.Import> {
  const row = await foundImport(by, input.id);
  if (!row.refusedKey) return shownImport(row);
  const { presignDownload } = await import("#core/file/presign");
  const fileName = `${row.fileName.replace(/\.csv$/i, "")} - refused.csv`;
  const url = await presignDownload({ key: row.refusedKey, fileName, type: "text/csv; charset=utf-8" });
  return shownImport(row, { url, fileName });
}

export async function listImportRows(
  by: Actor,
  input: InputOf<typeof imports.rows>,
): Promise<OutputOf<typeof imports.rows>> {
  const { id, outcome, limit, cursor } = input;
  await foundImport(by, id);
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, z.tuple([z.int()]));
  const rows = await db().execute<{ shown: imports.ImportRow }>(sql`
    select json_build_object('row', row_number, 'outcome', outcome, 'about', about, 'before', before, 'after', after,
      'problems', coalesce(problems, '[]')) as shown
    from job_rows
    where job_id = ${id} and row_number > ${after} ${outcome ? sql`and outcome = ${outcome}` : sql``}
    order by row_number limit ${rowsFor(limit)}`);
  return pageFrom(
    rows,
    limit,
    ({ shown }) => [shown.row],
    ({ shown }) => shown,
  );
}
