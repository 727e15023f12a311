import { sendByQueue } from "#core/webhook/send-by-queue";
import { reportSent } from "#functions/report-sent";
import { onWakeUp } from "#functions/worker";

/** For endpoints that are slow or keep failing, so that they delay no others. */
export const handler = onWakeUp(async (timeLeft) => reportSent(await sendByQueue("slow", timeLeft)));
