import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";

export interface WantedRefund {
  readonly id: Id<"refund">;
  readonly orderId: Id<"order"> | null;
  readonly gateway: string;
  /** The gateway's id for the payment. */
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The refund's id is the idempotency key at the gateway: it is made once, however often it is requested. */
export const askForRefund = (change: Change, wanted: WantedRefund): Promise<void> =>
  ask(change, {
    ...{ provider: wanted.gateway, does: "refund", subjectId: wanted.id, orderId: wanted.orderId },
    asked: refundInput(wanted),
  });

/** What a gateway is asked with, to make it and to look it up. */
export const refundInput = ({ id, orderId, paymentId, amountMinor, currency }: WantedRefund) => ({
  ...{ id, orderId: orderId ?? id, paymentId },
  ...{ amountMinor, currency },
});
