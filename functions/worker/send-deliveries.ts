import { sendByQueue } from "#core/webhook/send-by-queue";
import { saySent } from "#functions/say-sent";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends whatever is due, whichever row the message was about. */
export const handler = onWakeUp(async (timeLeft) => saySent(await sendByQueue("fast", timeLeft)));
