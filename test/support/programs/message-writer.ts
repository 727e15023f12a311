/** A worker that writes messages, in its own process, for tests that kill it. It begins when told to. */
import { once } from "node:events";
import { db } from "#core/db/client";
import { writeWaiting } from "#core/message/write/write-waiting";
import { within } from "#core/time-left";

await db().$client`select 1`;
process.send?.("ready");
await once(process, "message");
await writeWaiting(within(180_000));
process.exit();
