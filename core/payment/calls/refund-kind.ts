import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { gateways } from "#core/payment/gateway-family";
import type { Gateway, Refunded, RefundRequest } from "#core/payment/gateways/gateway";
import { settleRefund } from "#core/payment/settle-refund";
import { Refusal } from "#core/refusal";

export const refundAsked = z.object({
  ...{ id: z.string(), orderId: z.string(), paymentId: z.string() },
  ...{ amountMinor: z.int(), currency: z.string() },
  refundId: z.string().optional(),
});

export const refundKind = callKind<Gateway, RefundRequest, Refunded>({
  does: "refund",
  load: gateways.load,
  call: (gateway) => gateway.refund,
  modeIn: "refunds",
  asked: refundAsked,
  decided: ({ id }, { reference }) => ({ refundId: reference ?? id, state: "succeeded" }),
  settle: async (change, { subjectId }, outcome) => {
    const update =
      outcome.is === "done"
        ? ({ gatewayRefundId: outcome.value.refundId, status: outcome.value.state } as const)
        : outcome.is === "refused"
          ? ({ status: "failed", says: outcome.says } as const)
          : ({ status: "unknown", says: outcome.why } as const);
    const settled = await settleRefund(change, { refundId: subjectId as Id<"refund">, ...update }); // set by `askForRefund`
    if (settled.is !== "settled" && outcome.is !== "unknown") throw new Refusal("refund.abovePaid");
  },
});
