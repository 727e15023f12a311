import { audit } from "#core/audit/record";
import type * as imports from "#core/contract/import";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { importAfter, lockedImport } from "./lock-import.ts";
import { shownImport } from "./show-import.ts";

/** Always from the first row: rows that were applied before come out as `same`. */
export async function startImport(change: Change, input: InputOf<typeof imports.start>): Promise<imports.Import> {
  const { id, dryRun } = input;
  const { status } = await lockedImport(change, id);
  if (status === "queued" || status === "running") throw new Refusal("import.underWay");
  const { by, at } = change;
  await change.tx.execute(sql`delete from job_rows where job_id = ${id}`);
  await change.tx.execute(sql`
    update jobs set status = 'queued', dry_run = ${dryRun}, cursor = null, layout = null, header = null,
      rows_done = 0, bytes_done = 0, created_count = 0, changed_count = 0, same_count = 0, refused_count = 0,
      refused_key = null, says = null, attempts = 0, claim_id = null, run_id = gen_random_uuid(), due_at = clock_timestamp(),
      started_at = ${at.toISOString()}::timestamptz, ended_at = null,
      actor_kind = ${by.kind}, actor_id = ${by.id}, actor_name = ${by.name}, actor_role = ${by.role}
    where id = ${id}`);
  audit(change, "import.start", id, { after: { dryRun } });
  return shownImport(await importAfter(change, id));
}
