/** Works on imports and exports: jobs take turns, and what one turn does not finish waits for the next. */

import type { Actor } from "#core/actor";
import type { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { type TimeLeft, within } from "#core/time-left";
import { workThrough } from "#core/work/loop";
import { evenSlots } from "#core/work/slots";
import type { DeclaredExport } from "./export-kind.ts";
import type { Import } from "./import-kind.ts";
import { type JobRow, jobs } from "./job.table.ts";
import { batchMsMax, type ClaimedJob, type JobOutcome, jobLease, turnMs } from "./job-lease.ts";
import { runExport } from "./run-export.ts";
import { runImport } from "./run-import.ts";

/** Concurrent jobs: while one waits for the database another reads its file. */
const slots = 2;

const jobRowsOf = rowsOf(jobs);

export interface JobRunner {
  readonly imports: readonly Import[];
  readonly exports: readonly DeclaredExport[];
  readonly timeLeft: TimeLeft;
  /** Opens a change, and publishes its events once it has committed. */
  readonly commit: typeof inChange;
}

/** @returns whether time ran out before everything due was done. */
export const runJobs = (runner: JobRunner): Promise<{ readonly unfinished: boolean }> =>
  workThrough({
    lease: jobLease,
    slots: evenSlots(slots, slots, 1),
    // A worker that is stopped in the middle of a batch leaves it to the next one, a minute later.
    timeLeft: () => runner.timeLeft() - batchMsMax,
    withinMs: batchMsMax,
    work: (claim) => takeTurn(claim, runner),
  });

async function takeTurn(
  claim: ClaimedJob,
  { imports, exports, timeLeft, commit }: JobRunner,
): Promise<JobOutcome | undefined> {
  const [job] = await jobRowsOf(db(), sql`where id = ${claim.id}`);
  if (!job) return undefined;
  const turn = within(turnMs);
  const left = () => Math.min(turn(), timeLeft());
  const given = { claim, job, by: actorOf(job), timeLeft: left, commit };
  if (job.direction === "import") {
    const kind = imports.find((one) => one.kind === job.kind);
    if (kind) return runImport(given, kind, imports);
  } else {
    const kind = exports.find((one) => one.kind === job.kind);
    if (kind) return runExport(given, kind);
  }
  return { of: claim, is: "failed", says: `This version cannot ${job.direction} ${job.kind}.` };
}

/** The one who started it, to whom its changes are attributed. Without rights: they were checked at the start. */
const actorOf = ({ actorKind, actorId, actorName, actorRole }: JobRow): Actor => ({
  kind: actorKind,
  id: actorId,
  name: actorName,
  role: actorRole,
  rights: new Set(),
  vendorId: null,
  sessionId: null,
  address: null,
});
