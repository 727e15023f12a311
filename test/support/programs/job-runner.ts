/** A worker of jobs, in a process of its own, for tests that kill it. It begins when told to. */
import { once } from "node:events";
import { db } from "#core/db/client";
import { handler as runJobs } from "#functions/worker/run-jobs";
import { invocation } from "../invocation.ts";

await db().$client`select 1`;
process.send?.("ready");
await once(process, "message");
await runJobs({ Records: [] }, invocation);
process.exit();
