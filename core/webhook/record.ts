import { db } from "#core/db/client";
import { waitSecondsAfter } from "./backoff.ts";
import type { Claimed } from "./claim.ts";
import type { Failure } from "./failure.ts";

/** What came of one attempt. */
export interface Outcome {
  readonly of: Pick<Claimed, "id" | "claimId" | "endpointId" | "attempts" | "at" | "lane">;
  /** The HTTP status, if there was one. */
  readonly status: number | null;
  /** Null when it was delivered. */
  readonly error: Failure | null;
  readonly ms: number;
}

/** How many attempts a row remembers: the twelve, and those before a retry. */
const historyMax = 24;

/**
 * Records outcomes in one statement, fenced: whoever's claim has been taken over by another changes nothing. Rows are
 * locked in the order of their ids, so that two that record at once do not deadlock. The wait before the next attempt
 * is counted by the database's clock.
 * @returns those that were recorded.
 */
export async function record(outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const sql = db().$client;
  const entries = outcomes.map(({ of, status, error, ms }) => JSON.stringify({ at: of.at, status, error, ms }));
  const recorded = await sql<{ id: string }[]>`
    with outcome as (
      select given.* from unnest(
        ${outcomes.map(({ of }) => of.id)}::text[],
        ${outcomes.map(({ of }) => of.claimId)}::uuid[],
        ${outcomes.map(({ status }) => status)}::int[],
        ${outcomes.map(({ error }) => error)}::text[],
        ${outcomes.map(({ of, error }) => (error === null ? null : waitSecondsAfter(of.attempts)))}::int[],
        ${entries}::text[]
      ) as given (id, claim_id, status, error, wait_seconds, entry)
    ), held as (
      select row.ctid, outcome.status, error, wait_seconds, entry
      from outcome join webhook_deliveries row on row.id = outcome.id and row.claim_id = outcome.claim_id
      where row.status = 'pending'
      order by row.id
      for update of row
    )
    update webhook_deliveries row set
      status = case when held.error is null then 'delivered' when wait_seconds is null then 'dead' else 'pending' end,
      next_attempt_at = clock_timestamp() + make_interval(secs => held.wait_seconds),
      delivered_at = case when held.error is null then clock_timestamp() end,
      last_status = held.status,
      last_error = held.error,
      claim_id = null,
      history = case when jsonb_array_length(history) < ${historyMax} then history else history - 0 end || held.entry::jsonb
    from held where row.ctid = held.ctid
    returning row.id`;
  const ids = new Set(recorded.map(({ id }) => id));
  return outcomes.filter(({ of }) => ids.has(of.id));
}
