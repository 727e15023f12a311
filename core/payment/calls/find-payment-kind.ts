import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { gateways } from "#core/payment/gateway-family";
import type { Captured, Gateway, PageRef } from "#core/payment/gateways/gateway";
import { takePayment } from "#core/payment/take-payment";

/** A payment that was not reported counts like any other, once, even if it is reported later. */
export const findPaymentKind = callKind<Gateway, PageRef, Captured>({
  does: "findPayment",
  load: gateways.load,
  call: (gateway) => gateway.findPayment,
  modeIn: "payment_requests",
  waitsForCredentials: true,
  asked: z.object({ requestId: z.string() }),
  settle: async (change, { provider, subjectId, orderId }, outcome) => {
    if (outcome.is !== "done") return;
    const page = { gateway: provider, paymentRequestId: subjectId, orderId: orderId ?? undefined };
    await takePayment(change, { ...page, ...outcome.value });
  },
});
