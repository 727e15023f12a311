import { sendByQueue } from "#core/webhook/send-by-queue";
import { saySent } from "#functions/say-sent";
import { onWakeUp } from "#functions/worker";

/** Endpoints that take long or fail in a row: their time is their own. */
export const handler = onWakeUp(async (timeLeft) => saySent(await sendByQueue("slow", timeLeft)));
