/** A worker that makes calls, in its own process, for tests that kill it. It begins when told to. */
import { once } from "node:events";
import { db } from "#core/db/client";
import { handler as makeCalls } from "#functions/worker/make-calls";
import { invocation } from "../invocation.ts";

await db().$client`select 1`;
process.send?.("ready");
await once(process, "message");
await makeCalls({ Records: [] }, invocation);
process.exit();
