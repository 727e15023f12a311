import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import { gateways } from "#core/payment/gateway-family";
import type { Gateway, Refunded, RefundRequest } from "#core/payment/gateways/gateway";
import { settleRefund } from "#core/payment/settle-refund";
import { refused } from "#core/provider/outcome";
import { refundAsked } from "./refund-kind.ts";

/** What became of a refund that was pending. It is looked up, and never made. */
export const followRefundKind = callKind<Gateway, RefundRequest, Refunded>({
  does: "followRefund",
  load: gateways.load,
  call: ({ refund }) =>
    refund?.find && {
      repeats: { how: "freely" },
      ask: async (http, settings, asked) => {
        const found = await refund.find?.(http, settings, asked);
        return !found || found.is === "absent" ? refused("refused", "The gateway does not show it.") : found;
      },
    },
  modeIn: "refunds",
  asked: refundAsked,
  settle: async (change, { subjectId }, outcome) => {
    const refundId = subjectId as Id<"refund">; // set by `followRefunds`
    if (outcome.is === "done") {
      const { refundId: gatewayRefundId, state: status } = outcome.value;
      await settleRefund(change, { refundId, status, gatewayRefundId });
    } else if (outcome.is === "refused" && outcome.code === "failed") {
      await settleRefund(change, { refundId, status: "failed", says: outcome.says });
    }
  },
});
