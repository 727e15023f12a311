import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { sql } from "#core/db/drizzle";
import { whyNotDue } from "#core/payment/capture-approved";
import { gateways } from "#core/payment/gateway-family";
import type { Captured, CaptureRequest, Gateway } from "#core/payment/gateways/gateway";
import { takePayment } from "#core/payment/take-payment";

/** Captured money counts like any payment; for a pending capture, the gateway's events report the outcome. */
export const captureKind = callKind<Gateway, CaptureRequest, Captured>({
  does: "capture",
  load: gateways.load,
  call: (gateway) => gateway.capture,
  modeIn: "payment_requests",
  // The gateway may not be reached for hours.
  unwanted: ({ subjectId }) => whyNotDue(subjectId),
  asked: z.object({ id: z.string(), requestId: z.string(), declined: z.int().default(0) }),
  settle: async (change, { provider, subjectId, orderId }, outcome) => {
    if (outcome.is === "refused") {
      await change.tx.execute(sql`update payment_requests set says = ${outcome.says} where id = ${subjectId}`);
    }
    if (outcome.is !== "done" || outcome.value.state === "pending") return;
    const { paymentId, amountMinor, currency } = outcome.value;
    const ours = { paymentRequestId: subjectId, orderId: orderId ?? undefined };
    await takePayment(change, { gateway: provider, paymentId, amountMinor, currency, ...ours });
  },
});
