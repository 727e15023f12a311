import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { Refusal } from "#core/refusal";
import { type JobRow, jobs } from "./job.table.ts";
import { kindOf, refuseUnlessMayImport } from "./show-import.ts";

const jobsBy = rowsOf(jobs);

/** @throws Refusal `import.unknown`, or `right.missing` if the caller may not import its kind */
export async function lockedImport(change: Change, id: Id<"import">): Promise<JobRow> {
  return known(change.by, await jobsBy(change.tx, sql`where id = ${id} and direction = 'import' for update`));
}

/** The same without a lock. */
export async function foundImport(by: Actor, id: Id<"import">): Promise<JobRow> {
  return known(by, await jobsBy(db(), sql`where id = ${id} and direction = 'import'`));
}

function known(by: Actor, [row]: readonly JobRow[]): JobRow {
  if (!row) throw new Refusal("import.unknown");
  refuseUnlessMayImport(by, kindOf(row));
  return row;
}

export async function importAfter(change: Change, id: Id<"import">): Promise<JobRow> {
  const [row] = await jobsBy(change.tx, sql`where id = ${id}`);
  if (!row) throw new Error("the import that was just written does not exist");
  return row;
}
