import { callsAreDue } from "#core/call/calls-are-due";
import { inPublishedChange } from "#core/event/publish";
import { takeInbox } from "#core/inbox/take-inbox";
import { senderInbox } from "#core/message/take-receipts";
import { gatewayInbox } from "#core/payment/take-happened";
import { wakeWorker } from "#core/provider/wake-workers";
import { carrierInbox } from "#core/shipping/tracking/carrier-inbox";
import { onWakeUp } from "#functions/worker";

/**
 * Any wake-up: reads and settles everything that providers have sent, and wakes itself if its time is not enough. That
 * may lead to a call, such as a capture.
 */
export const handler = onWakeUp(async (timeLeft) => {
  const inboxes = [gatewayInbox, carrierInbox, senderInbox];
  const { unfinished } = await takeInbox({ inboxes, timeLeft, commit: inPublishedChange });
  if (unfinished) await wakeWorker("inbox");
  if (await callsAreDue()) await wakeWorker("calls");
});
