import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";

/** A page whose gateway is asked about it. */
export interface KnownPage extends Record<string, unknown> {
  readonly id: Id<"paymentRequest">;
  readonly orderId: Id<"order">;
  readonly gateway: string;
  readonly requestId: string;
}

export const findPayment = (change: Change, { id: subjectId, orderId, gateway, requestId }: KnownPage): Promise<void> =>
  ask(change, { provider: gateway, does: "findPayment", subjectId, orderId, asked: { requestId } });
