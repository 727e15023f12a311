/** Likely amounts of a refund, and what each is for. */
import type { Order } from "../orders/types.ts";

interface Suggested {
  readonly label: string;
  readonly amountMinor: number;
}

/**
 * None is filled in automatically, because a refund cannot be reversed.
 * @param leftMinor what can still be refunded, in minor units
 */
export function suggestedRefunds(order: Order, leftMinor: number): Suggested[] {
  if (leftMinor === 0) return [];
  const owed = Math.min(paidBeyondTotal(order) - refundedOf(order), leftMinor);
  const returned = Math.min(returnedNotRefunded(order), leftMinor);
  const shipping = shippingNotRefunded(order);
  return [
    ...(returned > 0 ? [{ label: "Returned goods, not yet refunded", amountMinor: returned }] : []),
    ...(owed > 0 && owed < leftMinor ? [{ label: "What the store owes", amountMinor: owed }] : []),
    ...(shipping > 0 && shipping < leftMinor ? [{ label: "Shipping", amountMinor: shipping }] : []),
    { label: "Full remaining amount", amountMinor: leftMinor },
  ];
}

/** What to do about the money once goods have come back: only gateways refund. */
export function afterReturnText(order: Order): string {
  if (order.refundable && order.refundable.amountMinor > 0) return "Refund the payment separately.";
  const kept = (order.paid?.amountMinor ?? 0) - refundedOf(order);
  return kept > 0 ? "The payment cannot be refunded from here: give the money back yourself." : "";
}

/** Below zero if not everything has been paid. A cancelled order's total counts as zero. */
const paidBeyondTotal = ({ status, paid, totals }: Order): number =>
  (paid?.amountMinor ?? 0) - (status === "cancelled" ? 0 : (totals?.total.amountMinor ?? 0));

/** Pending refunds count as made. */
const refundedOf = ({ refunds }: Order): number =>
  refunds.reduce((sum, { status, amount }) => (status === "failed" ? sum : sum + amount.amountMinor), 0);

/** What the customer paid for it, after a discount. None if a refund of just that amount was made. */
function shippingNotRefunded({ totals, lines, refunds }: Order): number {
  if (!totals) return 0;
  const ofLines = lines.reduce((sum, { total }) => sum + total.amountMinor, 0);
  const shipping = Math.min(totals.shipping.amountMinor, totals.total.amountMinor - ofLines);
  return refunds.some(({ status, amount }) => status !== "failed" && amount.amountMinor === shipping) ? 0 : shipping;
}

/** Refunds first give back what was paid beyond the total; only the rest was for returned goods. */
function returnedNotRefunded(order: Order): number {
  const returned = order.returns.reduce((sum, { worth }) => sum + (worth?.amountMinor ?? 0), 0);
  return returned - Math.max(0, refundedOf(order) - paidBeyondTotal(order));
}
