import type { Actor } from "#core/actor";
import type { inChange } from "#core/db/change";
import type { TimeLeft } from "#core/time-left";
import type { JobRow } from "./job.table.ts";
import type { ClaimedJob } from "./job-lease.ts";

/** The time that a worker has for one job before others have theirs. */
export interface Turn {
  readonly claim: ClaimedJob;
  readonly job: JobRow;
  /** Who started it. */
  readonly by: Actor;
  readonly timeLeft: TimeLeft;
  readonly commit: typeof inChange;
}

/** Whoever has taken this job over goes on with it, or somebody has cancelled it; what this step has done is taken back. */
export class Overtaken extends Error {}
