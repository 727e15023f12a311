import { makeCalls } from "#core/call/make-calls";
import { checkKind } from "#core/call/test-provider";
import { inPublishedChange } from "#core/event/publish";
import { paymentKinds } from "#core/payment/calls/payment-kinds";
import { shippingKinds } from "#core/shipping/calls/shipping-kinds";
import { families } from "#functions/adapters";
import { onWakeUp } from "#functions/worker";

/** Any wake-up: makes whatever call is due, whichever change it was about. */
export const handler = onWakeUp((timeLeft) =>
  makeCalls({ kinds: [checkKind(families), ...paymentKinds, ...shippingKinds], timeLeft, commit: inPublishedChange }),
);
