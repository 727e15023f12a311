import { sendByQueue } from "#core/webhook/send-by-queue";
import { logSent } from "#functions/log-sent";
import { onWakeUp } from "#functions/worker";

/** For endpoints that are slow or keep failing, so that they delay no others. */
export const handler = onWakeUp(async (timeLeft) => logSent(await sendByQueue("slow", timeLeft)));
