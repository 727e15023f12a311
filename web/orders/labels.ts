/** How orders, their moves and their money are called on screen. */
import type { Answer } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";

export type Order = Answer<typeof orderApi.read>;
export type Line = Order["lines"][number];
export type Row = Answer<typeof orderApi.list>["items"][number];

type Look = readonly [label: string, color: string];

export const statusLook: Readonly<Record<orderApi.Status, Look>> = {
  pending: ["Waits for payment", "yellow"],
  confirmed: ["To pack", "blue"],
  partiallyShipped: ["Partly shipped", "violet"],
  shipped: ["Shipped", "teal"],
  delivered: ["Delivered", "green"],
  cancelled: ["Cancelled", "gray"],
};

export const paymentLook: Readonly<Record<orderApi.PaymentStatus, Look>> = {
  unpaid: ["Unpaid", "orange"],
  failed: ["Payment failed", "red"],
  paid: ["Paid", "green"],
  partiallyRefunded: ["Partly refunded", "violet"],
  refunded: ["Refunded", "gray"],
};

export const statusOptions = orderApi.statuses.map((value) => ({ value, label: statusLook[value][0] }));
export const paymentOptions = orderApi.paymentStatuses.map((value) => ({ value, label: paymentLook[value][0] }));

export const methodNames: Readonly<Record<string, string>> = {
  manual: "Bank transfer or in person",
  cod: "Cash on delivery",
  cash: "Cash",
  bankTransfer: "Bank transfer",
};

/** Of a payment that failed nobody may have said how it was tried. */
export const methodText = (method: string | null): string =>
  method === null ? "Nobody said how" : (methodNames[method] ?? method);

/** What stands in the timeline for a change, by its operation. */
export const actionNames: Readonly<Record<string, string>> = {
  "order.create": "placed the order",
  "order.editLines": "edited the lines",
  "order.editDetails": "corrected the details",
  "order.addNote": "wrote a note",
  "order.cancel": "cancelled the order",
  "order.markPaid": "recorded a payment",
  "order.markUnpaid": "undid the payment",
  "stock.count": "counted fewer than were promised to it",
  "order.sweepUnpaid": "cancelled the order, for it stayed unpaid",
  "parcel.ship": "shipped a parcel",
  "parcel.edit": "corrected a parcel",
  "parcel.unship": "took a parcel back",
  "parcel.deliver": "marked a parcel delivered",
  "parcel.undeliver": "undid a delivery",
  "returns.record": "recorded a return",
  "returns.withdraw": "withdrew a return",
};

export const unitsReady = ({ allocations }: Line): number =>
  allocations.reduce((sum, { quantity }) => sum + quantity, 0);

/** What of an untracked line is left to ship: its stock lies nowhere in particular. */
export const unitsLeft = (line: Line): number => (line.tracked ? unitsReady(line) : line.quantity - line.shipped);
