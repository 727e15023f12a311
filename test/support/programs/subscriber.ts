/** A subscriber in its own process, for tests that kill it: takes one event when told which. */
import { once } from "node:events";
import type { SQSEvent } from "aws-lambda";
import { handler } from "#functions/worker/fan-out-event";

process.send?.("ready");
const [id] = await once(process, "message");
const body = JSON.stringify({ detail: { id } });
await handler({ Records: [{ messageId: "m0", body }] } as SQSEvent);
process.exit();
