import { sql } from "drizzle-orm";
import * as z from "zod";
import { ask } from "#core/call/ask";
import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { Settled } from "#core/inbox/take-inbox";
import { gateways } from "./gateway-family.ts";
import type { CaptureAsked, Captured, Gateway } from "./gateways/gateway.ts";
import { takePayment } from "./take-payment.ts";

/** The customer agrees: the money is taken now, for at such a gateway nothing is paid until then. */
export async function captureApproved(change: Change, gateway: string, requestId: string): Promise<Settled> {
  const [request] = await change.tx.execute<{ id: Id<"paymentRequest">; order_id: Id<"order">; status: string }>(sql`
    select id, order_id, status from payment_requests where gateway = ${gateway} and gateway_request_id = ${requestId}`);
  if (!request) return { is: "ignored", says: "It is about no page of ours." };
  if (request.status !== "open") return { is: "settled", says: `The page is ${request.status}; nothing was taken.` };
  await ask(change, {
    ...{ provider: gateway, does: "capture", subjectId: request.id, orderId: request.order_id },
    asked: { id: request.id, requestId },
  });
  return { is: "settled", says: null };
}

/** What has been taken counts like any payment; what is pending is told by the gateway's events. */
export const captureKind = callKind<Gateway, CaptureAsked, Captured>({
  does: "capture",
  load: gateways.load,
  call: (gateway) => gateway.capture,
  asked: z.object({ id: z.string(), requestId: z.string() }),
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
