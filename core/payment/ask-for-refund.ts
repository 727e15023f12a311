import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";

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
