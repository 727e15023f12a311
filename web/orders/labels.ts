/** The words on screen for orders, their states and their payments. */

import type { WriteName } from "#core/contract/index";
import type { Money } from "#core/contract/kit/fields";
import * as orderApi from "#core/contract/order";
import { providerLabel } from "../providers/labels.ts";
import { moneyText } from "../ui/format/money.ts";
import type { Order } from "./types.ts";

type BadgeLook = readonly [label: string, color: string];

export const statusBadges: Readonly<Record<orderApi.Status, BadgeLook>> = {
  pending: ["Awaiting payment", "yellow"],
  confirmed: ["To pack", "blue"],
  partiallyShipped: ["Partially shipped", "violet"],
  shipped: ["Shipped", "teal"],
  delivered: ["Delivered", "green"],
  cancelled: ["Cancelled", "gray"],
};

/** For an order to be packed: whether everything is in stock. */
const packBadges = {
  ready: ["Ready to ship", "blue"],
  waiting: ["Waiting for goods", "orange"],
} as const satisfies Record<string, BadgeLook>;

/** The state of an order's goods: of an order to be packed, whether it can be. */
export const goodsBadge = (status: orderApi.Status, backordered: number): BadgeLook =>
  status === "confirmed" ? packBadges[backordered > 0 ? "waiting" : "ready"] : statusBadges[status];

export const paymentBadges: Readonly<Record<orderApi.PaymentStatus, BadgeLook>> = {
  unpaid: ["Unpaid", "orange"],
  failed: ["Payment failed", "red"],
  paid: ["Paid", "green"],
  partiallyRefunded: ["Partially refunded", "violet"],
  refunded: ["Refunded", "gray"],
};

export const statusOptions = orderApi.statuses.map((value) => ({ value, label: statusBadges[value][0] }));
export const paymentOptions = orderApi.paymentStatuses.map((value) => ({ value, label: paymentBadges[value][0] }));

/** By the direction of the balance in the API. */
const balanceLabels = {
  customerOwes: "Customer owes",
  storeOwes: "Store owes",
  even: "Settled",
} as const satisfies Record<(typeof orderApi.balances)[number], string>;

const returnedLabels = {
  none: "Nothing returned",
  some: "Some returned",
  all: "All returned",
} as const satisfies Record<orderApi.Returned, string>;

const moneyTroubleLabels = {
  refundFailed: "Refund failed",
  disputed: "Payment disputed",
  paymentReversed: "Payment reversed",
} as const satisfies Record<orderApi.MoneyTrouble, string>;

export const moneyTroubleOptions = orderApi.moneyTroubles.map((value) => ({
  value,
  label: moneyTroubleLabels[value],
}));
export const balanceOptions = orderApi.balances.map((value) => ({ value, label: balanceLabels[value] }));
export const returnedOptions = orderApi.returnedShares.map((value) => ({ value, label: returnedLabels[value] }));

/** "the store owes ₹50.00" */
export const balanceText = ({ direction, amount }: NonNullable<Order["balance"]>): string =>
  direction === "even"
    ? "nothing is owed"
    : `${direction === "storeOwes" ? "the store owes" : "the customer owes"} ${moneyText(amount)}`;

/** Whether the customer is to pay something. The balance counts refunded money as due: nobody is asked for it. */
export const customerOwes = ({ paymentStatus, balance }: Pick<Order, "paymentStatus" | "balance">): boolean =>
  balance?.direction === "customerOwes" && paymentStatus !== "partiallyRefunded" && paymentStatus !== "refunded";

/**
 * What the customer owes although the order was paid: it was edited since, or its payment was reversed, which leaves it
 * unpaid but confirmed. Null if payment is still awaited, or nothing is owed.
 */
export function owedAfterPayment(
  order: Pick<Order, "status" | "paymentStatus" | "paymentMethod" | "balance">,
): Money | null {
  const { status, paymentStatus, paymentMethod, balance } = order;
  if (!balance || !customerOwes(order)) return null;
  return paymentStatus === "paid" || (status !== "pending" && paymentMethod !== "cod") ? balance.amount : null;
}

export const paymentMethodLabels: Readonly<Record<string, string>> = {
  manual: "Bank transfer or in person",
  cod: "Cash on delivery",
  cash: "Cash",
  bankTransfer: "Bank transfer",
  imported: "Paid before the order was imported",
};

/** For a failed payment, the method may not be recorded. */
export const paymentMethodText = (method: string | null): string =>
  method === null ? "Method not recorded" : (paymentMethodLabels[method] ?? providerLabel(method));

interface Changed {
  readonly action: string;
  readonly before: unknown;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

/** The later outcome of a refund or a label is a separate change. */
export const changeLabel = ({ action, before, after }: Changed): string =>
  action === "order.refund" && before !== null
    ? "received the result of a refund"
    : (gatewayLabel(action, after ?? {}) ?? carrierLabel(action, after ?? {}) ?? labelOfAction.get(action) ?? action);

/** A payment that settled the order, or failed, is an entry of its own. */
function gatewayLabel(action: string, after: Readonly<Record<string, unknown>>): string | undefined {
  if (action !== "gateway.receive") return undefined;
  if ("unmatched" in after) return "received an unmatched payment";
  // Only a dispute that is opened has a reason.
  if ("dispute" in after) return "reason" in after ? "received a dispute" : "received the outcome of a dispute";
  return undefined;
}

function carrierLabel(action: string, after: Readonly<Record<string, unknown>>): string | undefined {
  if (action === "parcel.ship" && after["parcelStatus"] === "booking") return "requested a label";
  if (action === "parcel.ship" && "refused" in after) return "received the carrier’s refusal of a label";
  if (action === "parcel.ship" && "pickup" in after) return "received the pick-up details";
  if (after["parcelStatus"] === "voiding") return "asked for a label to be cancelled";
  if (action === "parcel.unship" && "notVoided" in after) return "received the carrier’s refusal to cancel a label";
  return undefined;
}

/** Comparing rates does not appear in the timeline. */
type OfOrders = Exclude<Extract<WriteName, `${"order" | "parcel" | "returns"}.${string}`>, "parcel.rates">;
type Others =
  | "gateway.receive"
  | "payment.match"
  | "payment.decide"
  | "payment.dismissRefund"
  | "stock.count"
  | "import.start"
  | "doctor.repair";

/** The timeline's text for each operation. A new operation on orders or parcels without one does not compile. */
const actionLabels: Readonly<Record<OfOrders | Others, string>> = {
  "order.create": "placed the order",
  "order.editLines": "edited the lines",
  "order.editDetails": "edited the customer details",
  "order.addNote": "added a note",
  "order.removeNote": "removed a note",
  "order.cancel": "cancelled the order",
  "order.closeRest": "closed what was left to ship",
  "order.tag": "changed the tags",
  "order.markPaid": "recorded a payment",
  "order.markUnpaid": "undid a payment",
  "order.requestPayment": "requested payment",
  "order.refund": "requested a refund",
  "gateway.receive": "received an update from a gateway",
  "payment.match": "matched a payment",
  "payment.decide": "decided the outcome of a refund",
  "payment.dismissRefund": "dismissed a failed refund",
  "import.start": "imported the order",
  "doctor.repair": "repaired the order after a health check",
  "stock.count": "counted less stock than was allocated",
  "order.sweepUnpaid": "cancelled the order because it was not paid in time",
  "parcel.ship": "shipped a parcel",
  "parcel.edit": "edited a parcel",
  "parcel.refresh": "checked where a parcel is",
  "parcel.decide": "decided the outcome of a label",
  "parcel.unship": "undid a shipment",
  "parcel.deliver": "marked a parcel as delivered",
  "parcel.undeliver": "undid a delivery",
  "parcel.seeReturned": "marked a returned parcel as handled",
  "returns.record": "recorded a return",
  "returns.withdraw": "withdrew a return",
};

const labelOfAction: ReadonlyMap<string, string> = new Map(Object.entries(actionLabels));
