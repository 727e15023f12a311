/** A sender in a process of its own, for tests that kill it. */
import { sendDue } from "#core/webhook/send-due";

await sendDue({ lane: "fast", slots: 100, untilMs: performance.now() + 20_000, wake: async () => 0 });
process.exit();
