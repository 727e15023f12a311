import { sendMessages } from "#core/message/send/send-messages";
import { wakeWorker } from "#core/provider/wake-workers";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends everything due, whichever message it was for. */
export const handler = onWakeUp(async (timeLeft) => {
  const { unfinished } = await sendMessages(timeLeft);
  if (unfinished) await wakeWorker("outgoing");
});
