import type { OrderReference } from "#core/stock/plan-allocations";
import type { OrderRow } from "./order.table.ts";

/** An order as stock sees it: its units are reserved until it is confirmed, then committed. */
export const orderReferenceOf = ({ id, number, createdAt, status }: OrderRow): OrderReference => ({
  orderId: id,
  number,
  placedAt: createdAt,
  kind: status === "pending" ? "reserved" : "committed",
});
