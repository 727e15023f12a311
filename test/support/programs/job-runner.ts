/**
 * A worker for jobs, in its own process, for tests that kill it. It begins when told to. Told to die, it kills itself
 * as `kill -9` does, at a given place rather than a given time.
 */
import { once } from "node:events";
import { db } from "#core/db/client";
import { inPublishedChange } from "#core/event/publish";
import { runJobs } from "#core/job/run-jobs";
import { exports, imports } from "#functions/jobs";
import { handler } from "#functions/worker/run-jobs";
import { invocation } from "../invocation.ts";
import type { Death } from "../processes.ts";

await db().$client`select 1`;
process.send?.("ready");
const [death] = await once(process, "message");
if (death === "begin") await handler({ Records: [] }, invocation);
else await runJobs({ imports, exports, timeLeft: () => 600_000, commit: dyingAt(death) });
process.exit();

/** Begins changes as the worker does, and dies at the one with the given number: before, during or after it. */
function dyingAt({ change: deadly, where }: Death): typeof inPublishedChange {
  let changes = 0;
  return async (by, work) => {
    const isLast = ++changes === deadly;
    if (isLast && where === "before") await die();
    const answer = await inPublishedChange(by, async (change) => {
      const done = await work(change);
      if (isLast && where === "within") await die();
      return done;
    });
    if (isLast && where === "after") await die();
    return answer;
  };
}

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}
