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
// The longest that may be set: several of these on a busy machine need more than the usual ten seconds for an attempt.
const timeoutMs = 30_000;
const sent = await sendDue({ lane: "fast", slots: 100, timeLeft: within(80_000), timeoutMs, wake: async () => 0 });
process.send?.(sent, () => process.exit());
