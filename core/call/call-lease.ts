/** Calls as work: which are due, by provider, and what an attempt writes into its row. */

import type { Outcome } from "#core/provider/outcome";
import type { Claim } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { doubling } from "#core/work/waits";
import type { CallRow } from "./call-kind.ts";

/** Polls wait in a queue of their own, so that hundreds of them do not hold up what a person wants. */
export type Turn = "wanted" | "polled";

/** One of a provider's two queues. */
export interface CallQueue {
  readonly provider: string;
  readonly turn: Turn;
}

/** A call claimed by this worker, until it is settled or the claim expires. */
export interface ClaimedCall extends Claim, CallQueue, CallRow {
  readonly provider: string;
  readonly id: CallRow["id"];
  /** By the database's clock. */
  readonly ageHours: number;
  /** Attempts that certainly had no effect. */
  readonly harmless: number;
}

export interface CallOutcome {
  readonly of: Pick<ClaimedCall, "id" | "claimId" | "attempts">;
  readonly outcome: Outcome<unknown>;
  readonly isStuck: boolean;
}

/** An exchange takes 30 s at most, and an attempt three exchanges: a token, for which it may wait 5 s, a search, a request. */
export const attemptMsMax = 95_000;

const explanationOf = (outcome: Outcome<unknown>) =>
  outcome.is === "done" ? null : outcome.is === "refused" ? outcome.says : outcome.why;

export const callLease = leaseOf<ClaimedCall, CallOutcome, CallQueue>({
  table: "calls",
  key: "id",
  dueAt: "due_at",
  pending: "row.status in ('asked', 'unknown')",
  queues: {
    names: { provider: "text", turn: "text" },
    all: `
      select code as provider, turn from providers cross join (values ('wanted'), ('polled')) as turns (turn)
      where paused_until is null or paused_until <= now()`,
    rows: `row.provider = queue.provider and row.polled = (queue.turn = 'polled')`,
  },
  hideSeconds: 120,
  waitSeconds: doubling(2, 900),
  reads: `
    row.provider, case when row.polled then 'polled' else 'wanted' end as turn, row.does, row.subject_id as "subjectId", row.order_id as "orderId",
    row.change_id as "changeId", row.asked,
    row.harmless, extract(epoch from now() - row.created_at)::float8 / 3600 as "ageHours"`,
  again: ({ outcome, isStuck }) => {
    // A `Retry-After` of 0 seconds, or a time in the past, counts as none.
    if (outcome.is === "later") return outcome.afterSeconds || true;
    return outcome.is === "unknown" && !isStuck;
  },
  given: {
    outcome: ["text", ({ outcome }) => outcome.is],
    says: ["text", ({ outcome }) => explanationOf(outcome)],
    refusal: ["text", ({ outcome }) => (outcome.is === "refused" ? outcome.code : null)],
  },
  sets: {
    status: "case given.outcome when 'later' then row.status else given.outcome end",
    says: "given.says",
    refusal: "given.refusal",
    harmless: "row.harmless + case given.outcome when 'later' then 1 else 0 end",
    settled_at: "case when given.outcome in ('done', 'refused') then clock_timestamp() end",
  },
});
