/** What may be done with an order in each state, and the refusal of everything else. */

import type { RefusalCode } from "#core/contract/kit/refusals";
import type { Parcel, PaymentStatus, Returned, Status } from "#core/contract/parts/order-shapes";
import { Refusal } from "#core/refusal";
import type { LineRow, OrderRow } from "./order.table.ts";

/** Something has shipped. */
const partlyShipped = {
  pay: null,
  payRest: null,
  unpay: "order.locked",
  editLines: "order.locked",
  ship: null,
  return: null,
  refund: null,
  cancel: "order.shipped",
} as const;

/** Everything has shipped. */
const allShipped = { ...partlyShipped, closeRest: "order.nothingLeft" } as const;

/** Moves by the order's status. `null`: allowed. `payRest`: paying what an edit of lines added after it was paid. */
export const byStatus = {
  pending: {
    pay: null,
    payRest: null,
    unpay: null,
    editLines: null,
    ship: "order.notConfirmed",
    return: "order.notShipped",
    refund: null,
    cancel: null,
    closeRest: "order.notShipped",
  },
  confirmed: {
    pay: null,
    payRest: null,
    unpay: null,
    editLines: null,
    ship: null,
    return: "order.notShipped",
    refund: null,
    cancel: null,
    closeRest: "order.notShipped",
  },
  partiallyShipped: { ...partlyShipped, closeRest: null },
  shipped: allShipped,
  delivered: allShipped,
  cancelled: {
    pay: "order.cancelled",
    payRest: "order.cancelled",
    // Allowed although it is cancelled: a payment recorded by mistake must not leave the store in debt for ever.
    unpay: null,
    editLines: "order.cancelled",
    ship: "order.cancelled",
    return: "order.cancelled",
    refund: null,
    cancel: "order.cancelled",
    closeRest: "order.cancelled",
  },
} as const satisfies Record<Status, Record<string, RefusalCode | null>>;

/** Moves by the payment status: those not named are allowed. */
export const byPaymentStatus = {
  unpaid: { unpay: "order.notPaid", refund: "order.notPaid" },
  failed: { unpay: "order.notPaid", refund: "order.notPaid" },
  paid: { pay: "order.paid" },
  partiallyRefunded: { pay: "order.paid", unpay: "order.locked", editLines: "order.locked" },
  refunded: { pay: "order.paid", unpay: "order.locked", editLines: "order.locked", refund: "refund.nothingLeft" },
} as const satisfies Record<PaymentStatus, Partial<Record<Move, RefusalCode>>>;

/** Its carrier has not answered yet. */
const underWay = {
  edit: "parcel.underWay",
  deliver: "parcel.underWay",
  undeliver: "parcel.underWay",
  unship: "parcel.underWay",
  refresh: "parcel.underWay",
} as const;

/** What may be done with a parcel in each state. */
export const byParcelStatus = {
  booking: underWay,
  shipped: { edit: null, deliver: null, undeliver: "parcel.notDelivered", unship: null, refresh: null },
  voiding: { ...underWay, refresh: null },
  delivered: { edit: null, deliver: "parcel.delivered", undeliver: null, unship: "parcel.delivered", refresh: null },
} as const satisfies Record<Parcel["status"], Record<string, RefusalCode | null>>;

export type Move = keyof (typeof byStatus)[Status];

type State = Pick<OrderRow, "status" | "paymentStatus">;

/** @throws Refusal if an order in this state may not make the move. */
export function refuseMove(move: Move, { status, paymentStatus }: State): void {
  const byMoney: Partial<Record<Move, RefusalCode>> = byPaymentStatus[paymentStatus];
  const byGoods = byStatus[status][move];
  const code = byGoods ?? byMoney[move];
  if (code === "order.locked") throw new Refusal(code, { why: byGoods ? "shipped" : "refunded" });
  if (code) throw new Refusal(code, { status, paymentStatus });
}

/** @throws Refusal if a parcel in this state may not make the move. */
export function refuseParcelMove(move: keyof (typeof byParcelStatus)["shipped"], { status }: Pick<Parcel, "status">) {
  const code = byParcelStatus[status][move];
  if (code) throw new Refusal(code);
}

/** Whether an order is confirmed only once it is paid: not with cash on delivery, nor if nothing is due. */
export const waitsForPayment = ({ paymentMethod, totalMinor }: Pick<OrderRow, "paymentMethod" | "totalMinor">) =>
  paymentMethod !== "cod" && totalMinor > 0;

/** A confirmed order's status, by what has shipped and what has arrived. */
export function statusOf(
  lines: readonly { readonly quantity: number; readonly shippedQuantity: number }[],
  allDelivered: boolean,
): Status {
  if (lines.every(({ shippedQuantity }) => shippedQuantity === 0)) return "confirmed";
  if (lines.some(({ quantity, shippedQuantity }) => shippedQuantity < quantity)) return "partiallyShipped";
  return allDelivered ? "delivered" : "shipped";
}

/** How much of what has shipped has come back. */
export function returnedOf(lines: readonly Pick<LineRow, "shippedQuantity" | "returnedQuantity">[]): Returned {
  if (lines.every(({ returnedQuantity }) => returnedQuantity === 0)) return "none";
  return lines.every(({ shippedQuantity, returnedQuantity }) => returnedQuantity === shippedQuantity) ? "all" : "some";
}
