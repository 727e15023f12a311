import * as z from "zod";
import { ask } from "#core/call/ask";
import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { gateways } from "./gateway-family.ts";
import type { Gateway, RefundAsked, Refunded } from "./gateways/gateway.ts";
import { settleRefund } from "./settle-refund.ts";

interface Wanted {
  readonly id: Id<"refund">;
  readonly orderId: Id<"order"> | null;
  readonly gateway: string;
  /** The gateway's id of the payment. */
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The refund's own id is the gateway's key: however often it is asked for, it is made once. */
export const askForRefund = (change: Change, { id, orderId, gateway, ...asked }: Wanted): Promise<void> =>
  ask(change, {
    ...{ provider: gateway, does: "refund", subjectId: id, orderId },
    asked: {
      ...{ id, orderId: orderId ?? id, paymentId: asked.paymentId },
      ...{ amountMinor: asked.amountMinor, currency: asked.currency },
    },
  });

export const refundKind = callKind<Gateway, RefundAsked, Refunded>({
  does: "refund",
  load: gateways.load,
  call: (gateway) => gateway.refund,
  asked: z.object({
    ...{ id: z.string(), orderId: z.string(), paymentId: z.string() },
    ...{ amountMinor: z.int(), currency: z.string() },
  }),
  decided: ({ id }, reference) => ({ refundId: reference ?? id, state: "succeeded" }),
  settle: async (change, { subjectId }, outcome) => {
    const told = {
      done: () => {
        if (outcome.is !== "done") return undefined;
        const { refundId, state } = outcome.value;
        return { gatewayRefundId: refundId, status: state } as const;
      },
      refused: () => ({ status: "failed", says: outcome.is === "refused" ? outcome.says : null }) as const,
      unknown: () => ({ status: "unknown", says: outcome.is === "unknown" ? outcome.why : null }) as const,
      later: () => undefined,
    }[outcome.is]();
    if (told) await settleRefund(change, { refundId: subjectId as Id<"refund">, ...told }); // what `askForRefund` gave it
  },
});
