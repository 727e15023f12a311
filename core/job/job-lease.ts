/** Jobs as work: the least recently worked on comes first, so that a long job does not hold up a short one. */
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";

export interface ClaimedJob extends Claim, Group {}

/**
 * `later`: the turn is over, with more to do. `cancelled`: cancelled earlier, and its refused rows are now in a file.
 */
export interface JobOutcome {
  readonly of: Pick<ClaimedJob, "id" | "claimId" | "attempts">;
  readonly is: "done" | "failed" | "later" | "cancelled";
  readonly says: string | null;
}

/** How long a worker works on one job before another gets its turn. */
export const turnMs = 15_000;
/** A batch takes seconds, and each renews the claim. */
export const batchMsMax = 30_000;

export const jobLease = leaseOf<ClaimedJob, JobOutcome>({
  table: "jobs",
  key: "id",
  dueAt: "due_at",
  pending: "row.due_at is not null",
  hideSeconds: 60,
  // Reset by each batch: the worker has died this often in a row at the same one.
  limit: {
    attempts: 10,
    interrupted: {
      status: "case row.status when 'cancelled' then row.status else 'failed' end",
      says: "'Its worker died ten times at the same place. What was done before that is kept.'",
      ended_at: "coalesce(row.ended_at, clock_timestamp())",
    },
  },
  waitSeconds: (attempts) => Math.min(2 ** attempts, 60),
  again: ({ is }) => (is === "later" ? 0 : false),
  given: {
    outcome: ["text", ({ is }) => is],
    says: ["text", ({ says }) => says],
  },
  sets: {
    status: "case given.came when 'again' then 'running' when 'given up' then 'failed' else given.outcome end",
    says: "given.says",
    // For a cancelled job, when it was cancelled.
    ended_at: "case given.came when 'again' then null else coalesce(row.ended_at, clock_timestamp()) end",
  },
});
