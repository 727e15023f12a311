import { sendByQueue } from "#core/webhook/send-by-queue";
import { saySent } from "#functions/say-sent";
import { onWakeUp } from "#functions/worker";

/** For endpoints that are slow or keep failing, so that they delay no others. */
export const handler = onWakeUp(async (timeLeft) => saySent(await sendByQueue("slow", timeLeft)));
