import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { sql } from "#core/db/drizzle";
import { whyNotDue } from "#core/payment/capture-approved";
import { gateways } from "#core/payment/gateway-family";
import type { Captured, CaptureRequest, Gateway } from "#core/payment/gateways/gateway";
import { takePending } from "#core/payment/take-pending";
import { takeFound } from "./take-found.ts";

/** Captured money counts like any payment; if the gateway is still checking it, its events report the outcome. */
export const captureKind = callKind<Gateway, CaptureRequest, Captured>({
  does: "capture",
  load: gateways.load,
  call: (gateway) => gateway.capture,
  modeIn: "payment_requests",
  // The gateway may not be reached for hours.
  unwanted: ({ subjectId }) => whyNotDue(subjectId),
  waitsForCredentials: true,
  asked: z.object({ id: z.string(), requestId: z.string(), declined: z.int().default(0) }),
  settle: async (change, { provider, subjectId, orderId }, outcome) => {
    // Not approved: it may have been asked for in case it was.
    if (outcome.is === "refused" && outcome.code !== "notApproved") {
      await change.tx.execute(sql`update payment_requests set says = ${outcome.says} where id = ${subjectId}`);
    }
    if (outcome.is !== "done") return;
    const { state, paymentId, amountMinor, currency, at, says } = outcome.value;
    const payment = { paymentId, paymentRequestId: subjectId, orderId: orderId ?? undefined };
    if (state === "pending") await takePending(change, { gateway: provider, ...payment, at, says });
    else await takeFound(change, provider, { is: "paymentSucceeded", ...payment, amountMinor, currency }, at);
  },
});
