import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { gateways } from "#core/payment/gateway-family";
import type { Gateway, Refunded, RefundRequest } from "#core/payment/gateways/gateway";
import { settleRefund } from "#core/payment/settle-refund";
import { refused } from "#core/provider/outcome";
import { lookUp } from "./look-up.ts";
import { refundAsked } from "./refund-kind.ts";

/** What became of a refund that was pending, or had succeeded. It is looked up, and never made. */
export const followRefundKind = callKind<Gateway, RefundRequest, Refunded>({
  does: "followRefund",
  load: gateways.load,
  call: ({ refund }) => lookUp(refund?.find, refused("refused", "The gateway does not show it.")),
  modeIn: "refunds",
  waitsForCredentials: true,
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
