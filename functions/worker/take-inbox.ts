import { inPublishedChange } from "#core/event/publish";
import { gatewayInbox } from "#core/payment/take-happened";
import { takeInbox } from "#core/provider/take-inbox";
import { wakeWorker } from "#core/provider/wake-workers";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: reads and settles whatever providers have sent. What follows may be a call, such as a capture. */
export const handler = onWakeUp(async (timeLeft) => {
  await takeInbox({ inboxes: [gatewayInbox], timeLeft, commit: inPublishedChange });
  await wakeWorker("calls");
});
