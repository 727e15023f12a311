import { eraseCalls } from "#core/call/erase-calls";
import { makeCalls } from "#core/call/make-calls";
import { checkKind } from "#core/call/test-provider";
import { inPublishedChange } from "#core/event/publish";
import { paymentKinds } from "#core/payment/calls/payment-kinds";
import { wakeWorker } from "#core/provider/wake-workers";
import { shippingKinds } from "#core/shipping/calls/shipping-kinds";
import { eraseLabels } from "#core/shipping/erase-labels";
import { families } from "#functions/adapters";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: makes all calls that are due, whichever change it came from. */
export const handler = onWakeUp(async (timeLeft) => {
  const { unfinished } = await makeCalls({
    kinds: [checkKind(families), ...paymentKinds, ...shippingKinds],
    timeLeft,
    commit: inPublishedChange,
    erasures: [eraseCalls, eraseLabels],
  });
  if (unfinished) await wakeWorker("calls");
  // Customers are sent the payment pages that are open now.
  await wakeWorker("messages");
});
