/** Calls as work: which are due, by provider, and what an attempt leaves in its row. */

import type { Outcome } from "#core/provider/outcome";
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import type { CallRow } from "./call-kind.ts";

/** A call that is this worker's until it is settled or its hiding is over. */
export interface ClaimedCall extends Claim, Group, CallRow {
  readonly id: CallRow["id"];
  /** By the database's clock. */
  readonly ageHours: number;
  /** Attempts after which it was certain that nothing had been done. */
  readonly harmless: number;
}

export interface CallOutcome {
  readonly of: Pick<ClaimedCall, "id" | "claimId" | "attempts">;
  readonly outcome: Outcome<unknown>;
  readonly isStuck: boolean;
}

/** One exchange takes 30 s at most, and an attempt three of them: a token, a search, a request. */
export const attemptMsMax = 95_000;

const saysOf = (outcome: Outcome<unknown>) =>
  outcome.is === "done" ? null : outcome.is === "refused" ? outcome.says : outcome.why;

export const callLease = leaseOf<ClaimedCall, CallOutcome>({
  table: "calls",
  key: "id",
  dueAt: "due_at",
  pending: "row.status in ('asked', 'unknown')",
  queues: {
    names: { group: "text" },
    all: `select code as "group" from providers where paused_until is null or paused_until <= now()`,
    rows: `row.provider = queue."group"`,
  },
  hideSeconds: 120,
  // 2, 4, 8 … seconds, and at most a quarter of an hour.
  waitSeconds: (attempts) => Math.min(2 ** attempts, 900),
  reads: `
    row.provider, row.provider as "group", row.does, row.subject_id as "subjectId", row.order_id as "orderId",
    row.change_id as "changeId", row.asked,
    row.harmless, extract(epoch from now() - row.created_at)::float8 / 3600 as "ageHours"`,
  again: ({ outcome, isStuck }) => {
    // Whoever says 0 seconds, or by its clock a time that is over, is asked again like whoever says nothing.
    if (outcome.is === "later") return outcome.afterSeconds || true;
    return outcome.is === "unknown" && !isStuck;
  },
  given: {
    outcome: ["text", ({ outcome }) => outcome.is],
    says: ["text", ({ outcome }) => saysOf(outcome)],
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
