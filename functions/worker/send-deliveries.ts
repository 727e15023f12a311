import { sendByQueue } from "#core/webhook/send-by-queue";
import { logSent } from "#functions/log-sent";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends everything due, whichever row it was for. */
export const handler = onWakeUp(async (timeLeft) => logSent(await sendByQueue("fast", timeLeft)));
