import { audit } from "#core/audit/record";
import type * as imports from "#core/contract/import";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { importAfter, lockedImport } from "./lock-import.ts";
import { shownImport } from "./show-import.ts";

/**
 * Waits for the batch in progress, which locks the row; no other batch begins after that. Rows refused so far can still
 * be corrected: a worker gets one more turn, in which it writes them to a file.
 */
export async function cancelImport(change: Change, input: InputOf<typeof imports.cancel>): Promise<imports.Import> {
  const { id } = input;
  const { status, rowsDone } = await lockedImport(change, id);
  if (status === "done" || status === "failed" || status === "cancelled") throw new Refusal("import.ended");
  await change.tx.execute(sql`
    update jobs set status = 'cancelled', claim_id = null, attempts = 0,
      due_at = case when refused_count > 0 then clock_timestamp() end,
      ended_at = ${change.at.toISOString()}::timestamptz where id = ${id}`);
  audit(change, "import.cancel", id, { before: { status }, after: { status: "cancelled", rowsDone } });
  return shownImport(await importAfter(change, id));
}
