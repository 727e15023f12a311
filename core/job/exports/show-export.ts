import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/export";
import { type ExportKind, exported, exportKinds } from "#core/contract/export";
import type { Id } from "#core/contract/kit/fields";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { Refusal, refuseWithoutRight } from "#core/refusal";
import { type JobRow, jobs } from "../job.table.ts";
import { shownJob } from "../show-job.ts";

export const shownExport = (row: JobRow, file: contract.Export["file"] = null): contract.Export => ({
  ...shownJob(row),
  id: row.id as Id<"export">, // an export's row has an export's id
  kind: kindOf(row),
  filters: row.input,
  bytes: row.bytesDone,
  file,
});

const jobsBy = rowsOf(jobs);

/** @throws Refusal `export.unknown` */
export async function foundExport(tx: Db, id: Id<"export">, lock = sql``): Promise<JobRow> {
  const [row] = await jobsBy(tx, sql`where id = ${id} and direction = 'export' ${lock}`);
  if (!row) throw new Refusal("export.unknown");
  return row;
}

export function kindOf({ kind }: JobRow): ExportKind {
  const known = exportKinds.find((one) => one === kind);
  if (!known) throw new Error(`there are no exports of ${kind}`);
  return known;
}

/** Exporting data also requires the right to see it. @throws Refusal `right.missing` */
export const refuseUnseen = (by: Actor, kind: ExportKind): void => refuseWithoutRight(by, exported[kind].right);
