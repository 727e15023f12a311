import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { gateways } from "#core/payment/gateway-family";
import type { Captured, CaptureRequest, Gateway } from "#core/payment/gateways/gateway";
import { recordFailure } from "#core/payment/record-failure";
import { takePending } from "#core/payment/take-pending";
import { refused } from "#core/provider/outcome";
import { lookUp } from "./look-up.ts";
import { takeFound } from "./take-found.ts";

/**
 * A payment that was not reported counts like any other, once, even if it is reported later. Where money is captured, a
 * capture is looked up, and not made.
 */
export const findPaymentKind = callKind<Gateway, CaptureRequest, Captured>({
  does: "findPayment",
  load: gateways.load,
  call: ({ findPayment, capture }) =>
    findPayment ?? lookUp(capture?.find, refused("notApproved", "Nothing was captured there.")),
  modeIn: "payment_requests",
  waitsForCredentials: true,
  asked: z.object({ requestId: z.string() }).transform(({ requestId }) => ({ id: "", requestId, declined: 0 })),
  settle: async (change, { provider, subjectId, orderId }, outcome) => {
    const page = { gateway: provider, paymentRequestId: subjectId, orderId: orderId ?? undefined };
    if (outcome.is === "done") {
      const { state, says, amountMinor, currency, refunds = [], ...payment } = outcome.value;
      if (state === "pending") {
        await takePending(change, { ...page, ...payment, says, isLookedUp: true });
        return;
      }
      const { at, ...paid } = payment;
      await takeFound(change, provider, { is: "paymentSucceeded", ...page, ...paid, amountMinor, currency }, at);
      for (const { state, ...refund } of refunds) {
        const of = { ...refund, paymentId: paid.paymentId };
        const made =
          state === "failed"
            ? ({ is: "refundFailed", says: "" } as const)
            : ({ is: "refundMadeElsewhere", state } as const);
        await takeFound(change, provider, { ...of, ...made });
      }
    } else if (outcome.is === "refused" && outcome.code === "declined") {
      // Nothing has failed unless it was pending: attempts on the page are reported by their own events.
      const { id: paymentId, says } = outcome;
      await recordFailure(change, provider, { is: "paymentCancelled", paymentId, ...page, says });
    }
  },
});
