import { sendByQueue } from "#core/webhook/send-by-queue";
import { saySent } from "#functions/say-sent";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends everything due, whichever row it was for. */
export const handler = onWakeUp(async (timeLeft) => saySent(await sendByQueue("fast", timeLeft)));
