import { inPublishedChange } from "#core/event/publish";
import { runJobs } from "#core/job/run-jobs";
import { wakeWorker } from "#core/provider/wake-workers";
import { exports, imports } from "#functions/jobs";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: works on whatever job is due, and wakes itself for what its time is not enough for. */
export const handler = onWakeUp(async (timeLeft) => {
  const { unfinished } = await runJobs({ imports, exports, timeLeft, commit: inPublishedChange });
  if (unfinished) await wakeWorker("jobs");
});
