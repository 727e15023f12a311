import { sendByQueue } from "#core/webhook/send-by-queue";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends whatever is due, whichever row the message was about. */
export const handler = onWakeUp((timeLeft) => sendByQueue("fast", timeLeft));
