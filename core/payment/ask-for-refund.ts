import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";

interface Wanted {
  readonly id: Id<"refund">;
  readonly orderId: Id<"order"> | null;
  readonly gateway: string;
  /** The gateway's id for the payment. */
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The refund's id is the idempotency key at the gateway: it is made once, however often it is requested. */
export const askForRefund = (change: Change, { id, orderId, gateway, ...amount }: Wanted): Promise<void> =>
  ask(change, {
    ...{ provider: gateway, does: "refund", subjectId: id, orderId },
    asked: {
      ...{ id, orderId: orderId ?? id, paymentId: amount.paymentId },
      ...{ amountMinor: amount.amountMinor, currency: amount.currency },
    },
  });
