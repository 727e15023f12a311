import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockedOrder, touchOrder } from "#core/order/lock";
import { whyNotDue } from "#core/payment/capture-approved";
import { gateways } from "#core/payment/gateway-family";
import type { Captured, CaptureRequest, Gateway } from "#core/payment/gateways/gateway";
import { takePayment } from "#core/payment/take-payment";

/** Captured money counts like any payment; if the gateway is still checking it, its events report the outcome. */
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
    if (outcome.is !== "done") return;
    const { state, paymentId, amountMinor, currency } = outcome.value;
    if (state === "pending") return await closePage(change, subjectId, orderId);
    const ours = { paymentRequestId: subjectId, orderId: orderId ?? undefined };
    await takePayment(change, { gateway: provider, paymentId, amountMinor, currency, ...ours });
  },
});

/** Nobody can pay on it any more; it is paid if the gateway reports that. */
async function closePage(change: Change, requestId: string, orderId: Id<"order"> | null): Promise<void> {
  if (orderId) await lockedOrder(change, { id: orderId });
  await change.tx.execute(sql`
    update payment_requests set status = 'closed', says = ${pendingSays} where id = ${requestId} and status = 'open'`);
  if (orderId) await touchOrder(change, orderId);
}

const pendingSays =
  "The customer has paid, but the gateway is still checking the payment. It counts once the gateway reports that it is completed.";
