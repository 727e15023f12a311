/**
 * A sender in its own process, for tests that stop or kill it. It begins when told to, and reports what it has sent.
 */
import { once } from "node:events";
import { db } from "#core/db/client";
import { within } from "#core/time-left";
import { sendDue } from "#core/webhook/send-due";

await db().$client`select 1`;
process.send?.("ready");
await once(process, "message");
const sent = await sendDue({ lane: "fast", slots: 100, timeLeft: within(80_000), wake: async () => 0 });
process.send?.(sent, () => process.exit());
