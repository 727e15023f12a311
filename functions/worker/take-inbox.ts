import { callsAreDue } from "#core/call/calls-are-due";
import { inPublishedChange } from "#core/event/publish";
import { takeInbox } from "#core/inbox/take-inbox";
import { senderInbox } from "#core/message/take-receipts";
import { gatewayInbox } from "#core/payment/take-happened";
import { wakeWorker } from "#core/provider/wake-workers";
import { carrierInbox } from "#core/shipping/tracking/carrier-inbox";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: reads and settles everything that providers have sent. That may lead to a call, such as a capture. */
export const handler = onWakeUp(async (timeLeft) => {
  await takeInbox({ inboxes: [gatewayInbox, carrierInbox, senderInbox], timeLeft, commit: inPublishedChange });
  if (await callsAreDue()) await wakeWorker("calls");
});
