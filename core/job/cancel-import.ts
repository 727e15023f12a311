import { audit } from "#core/audit/record";
import type * as imports from "#core/contract/import";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { importAfter, lockedImport } from "./lock-import.ts";
import { shownImport } from "./show-import.ts";

/**
 * It waits for the batch that is under way, which holds the row; after that no other begins. What was refused until then
 * can be corrected all the same: a worker has one more turn, which makes a file of it.
 */
export async function cancelImport(change: Change, input: InputOf<typeof imports.cancel>): Promise<imports.Import> {
  const { id } = input;
  const { status, rowsDone } = await lockedImport(change, id);
  if (status === "done" || status === "failed" || status === "cancelled") throw new Refusal("import.ended");
  await change.tx.execute(sql`
    update jobs set status = 'cancelled', claim_id = null, attempts = 0,
      due_at = case when refused_count > 0 then clock_timestamp() end,
      ended_at = ${change.at.toISOString()}::timestamptz where id = ${id}`);
  await audit(change, "import.cancel", id, { before: { status }, after: { status: "cancelled", rowsDone } });
  return shownImport(await importAfter(change, id));
}
