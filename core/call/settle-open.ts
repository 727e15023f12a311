import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { CallRow } from "./call-kind.ts";
import { eraseAgain, eraseCalls } from "./erase-calls.ts";

/**
 * Settles the open call for a row without waiting for its own outcome: that was learned in another way, or does not
 * matter any more. What a worker still hears of it is ignored. The caller holds the order's row, and settles the
 * consequences.
 * @returns whether there was one.
 */
export async function settleOpenCall(
  change: Change,
  { subjectId, does }: Pick<CallRow, "subjectId" | "does">,
  outcome: { readonly is: "done" } | { readonly is: "refused"; readonly says: string },
): Promise<boolean> {
  const says = outcome.is === "refused" ? outcome.says : null;
  const [row] = await change.tx.execute<Pick<CallRow, "orderId"> & Record<string, unknown>>(sql`
    update calls set status = ${outcome.is}, says = ${says}, refusal = ${says && "decided"}, due_at = null,
      settled_at = ${change.at.toISOString()}::timestamptz
    where subject_id = ${subjectId} and does = ${does} and status in ('asked', 'unknown')
    returning order_id as "orderId"`);
  if (row) await eraseAgain(change, row, [eraseCalls]);
  return row !== undefined;
}
