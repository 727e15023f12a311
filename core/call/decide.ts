import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import type { CallKind, CallRow, Seen } from "./call-kind.ts";
import { type Erase, eraseAgain } from "./erase-calls.ts";

/** What a person has determined about a call that can be neither looked up nor repeated. */
export interface Decision {
  readonly id: CallRow["id"];
  readonly happened: boolean;
  readonly seen?: Seen;
}

/**
 * Settles a call by a person's decision, with all consequences, as if the provider had answered.
 * @throws Refusal `call.unknown` (also if its kind is not among `kinds`), `call.settled`, or `call.stillTrying` while
 * the worker may still determine the outcome.
 */
export async function decideCall(
  change: Change,
  { id, happened, seen = {} }: Decision,
  kinds: readonly CallKind[],
  erasures: readonly Erase[],
): Promise<CallRow> {
  const [row] = await change.tx.execute<CallRow & { status: string; due: boolean } & Record<string, unknown>>(sql`
    select id, provider, does, subject_id as "subjectId", order_id as "orderId",
      change_id as "changeId", asked, status, due_at is not null as due
    from calls where id = ${id}`);
  const kind = kinds.find(({ does }) => does === row?.does);
  if (!row || !kind) throw new Refusal("call.unknown");
  if (row.status !== "unknown" && row.status !== "asked") throw new Refusal("call.settled");
  if (row.due) throw new Refusal("call.stillTrying");
  const says = "Someone checked and found that it did not happen.";
  const { outcome, settle } = happened ? kind.happened(row, seen) : kind.refused(row, "decided", says);
  await settle(change);
  const settled = await change.tx.execute(sql`
    update calls set status = ${outcome.is}, says = ${happened ? null : says}, refusal = ${happened ? null : "decided"},
      settled_at = ${change.at.toISOString()}::timestamptz
    where id = ${id} and status = 'unknown' and due_at is null returning 1`);
  if (settled.length === 0) throw new Refusal("call.settled");
  await eraseAgain(change, row, erasures);
  return row;
}
