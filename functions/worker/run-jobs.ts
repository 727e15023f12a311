import { inPublishedChange } from "#core/event/publish";
import { runJobs } from "#core/job/run-jobs";
import { wakeWorker } from "#core/provider/wake-workers";
import { exports, imports } from "#functions/jobs";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: works on all jobs that are due, and wakes itself if its time is not enough. */
export const handler = onWakeUp(async (timeLeft) => {
  const { unfinished } = await runJobs({ imports, exports, timeLeft, commit: inPublishedChange });
  if (unfinished) await wakeWorker("jobs");
});
