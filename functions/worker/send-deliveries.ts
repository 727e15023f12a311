import { sendByQueue } from "#core/webhook/send-by-queue";
import { reportSent } from "#functions/report-sent";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends everything due, whichever row it was for. */
export const handler = onWakeUp(async (timeLeft) => reportSent(await sendByQueue("fast", timeLeft)));
