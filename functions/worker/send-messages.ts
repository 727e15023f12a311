import { sendMessages } from "#core/message/send/send-messages";
import { wakeWorker } from "#core/provider/wake-workers";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: sends whatever is due, whichever message it was about. */
export const handler = onWakeUp(async (timeLeft) => {
  const { unfinished } = await sendMessages(timeLeft);
  if (unfinished) await wakeWorker("outgoing");
});
