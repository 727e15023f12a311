import type { Actor } from "#core/actor";
import type { inChange } from "#core/db/change";
import type { TimeLeft } from "#core/time-left";
import type { JobRow } from "./job.table.ts";
import type { ClaimedJob } from "./job-lease.ts";

/** The time that a worker gives one job before others get theirs. */
export interface Turn {
  readonly claim: ClaimedJob;
  readonly job: JobRow;
  /** Who started it. */
  readonly by: Actor;
  readonly timeLeft: TimeLeft;
  readonly commit: typeof inChange;
}

/** The job was taken over by another worker, or cancelled; this step is rolled back. */
export class Overtaken extends Error {}
