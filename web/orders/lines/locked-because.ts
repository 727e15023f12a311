import type { Order } from "../types.ts";

/** Why the lines of an order can no longer be edited, and what helps. */
export function lockedBecause(
  { status, paymentStatus, returns }: Pick<Order, "status" | "paymentStatus" | "returns">,
  isAllowed: boolean,
): string {
  if (!isAllowed) return "Your role no longer allows it.";
  if (status === "cancelled") return "The order has been cancelled. Create a new one if it is needed after all.";
  if (returns.length > 0) return "Items of it have been returned. Withdraw the return first if it was a mistake.";
  if (paymentStatus === "refunded") return "It has been refunded.";
  if (paymentStatus === "partiallyRefunded") return "Part of it has been refunded.";
  return "Part of it has been shipped. If the parcel has not left, undo the shipment first.";
}
