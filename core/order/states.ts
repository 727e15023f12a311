/** SPEC §5 as a table: what may be done with an order in each state, and the code that refuses the rest. */
import type { PaymentStatus, Status } from "#core/contract/order";
import type { RefusalCode } from "#core/contract/refusals";
import { Refusal } from "#core/refusal";

/** Something has left, in part or whole. */
const sent = {
  pay: null,
  payRest: null,
  unpay: "order.locked",
  editLines: "order.locked",
  ship: null,
  return: null,
  cancel: "order.shipped",
} as const;

/** What depends on how far the goods are. `null`: go ahead. `payRest`: what an edit of lines has added since it was paid. */
export const byStatus = {
  pending: {
    pay: null,
    payRest: null,
    unpay: null,
    editLines: null,
    ship: "order.notConfirmed",
    return: "order.notShipped",
    cancel: null,
  },
  confirmed: {
    pay: null,
    payRest: null,
    unpay: null,
    editLines: null,
    ship: null,
    return: "order.notShipped",
    cancel: null,
  },
  partiallyShipped: sent,
  shipped: sent,
  delivered: sent,
  cancelled: {
    pay: "order.cancelled",
    payRest: "order.cancelled",
    unpay: "order.cancelled",
    editLines: "order.cancelled",
    ship: "order.cancelled",
    return: "order.cancelled",
    cancel: "order.cancelled",
  },
} as const satisfies Record<Status, Record<string, RefusalCode | null>>;

/** What depends on how far the money is; a move that is not named here may be made in any. */
export const byPaymentStatus = {
  unpaid: { pay: null, payRest: "order.notPaid", unpay: "order.notPaid", editLines: null },
  failed: { pay: null, payRest: "order.notPaid", unpay: "order.notPaid", editLines: null },
  paid: { pay: "order.paid", payRest: null, unpay: null, editLines: null },
  partiallyRefunded: { pay: "order.paid", payRest: "order.paid", unpay: "order.locked", editLines: "order.locked" },
  refunded: { pay: "order.paid", payRest: "order.paid", unpay: "order.locked", editLines: "order.locked" },
} as const satisfies Record<PaymentStatus, Partial<Record<Move, RefusalCode | null>>>;

export type Move = keyof (typeof byStatus)[Status];

/** @throws Refusal when an order in this state may not make the move. */
export function mayMove(move: Move, { status, paymentStatus }: { status: Status; paymentStatus: PaymentStatus }): void {
  const money: Partial<Record<Move, RefusalCode | null>> = byPaymentStatus[paymentStatus];
  const goodsSay = byStatus[status][move];
  const code = goodsSay ?? money[move];
  if (code === "order.locked") throw new Refusal(code, { why: goodsSay ? "shipped" : "refunded" });
  if (code) throw new Refusal(code, { status, paymentStatus });
}

/** How far an order is once it is confirmed, by what has left and what has arrived. */
export function statusOf(
  lines: readonly { readonly quantity: number; readonly shippedQuantity: number }[],
  allDelivered: boolean,
): Status {
  if (lines.every(({ shippedQuantity }) => shippedQuantity === 0)) return "confirmed";
  if (lines.some(({ quantity, shippedQuantity }) => shippedQuantity < quantity)) return "partiallyShipped";
  return allDelivered ? "delivered" : "shipped";
}
