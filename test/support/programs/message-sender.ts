/** A worker that sends messages, in its own process, for tests that kill it. It begins when told to. */
import { once } from "node:events";
import { db } from "#core/db/client";
import { sendMessages } from "#core/message/send/send-messages";
import { within } from "#core/time-left";

await db().$client`select 1`;
process.send?.("ready");
await once(process, "message");
await sendMessages(within(180_000));
process.exit();
