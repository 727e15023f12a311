import type { Asking } from "#core/stock/edit-promises";
import type { OrderRow } from "./order.table.ts";

/** An order as stock knows it: until it is confirmed its units are reserved, then committed. */
export const askingOf = ({ id, number, createdAt, status }: OrderRow): Asking => ({
  orderId: id,
  number,
  placedAt: createdAt,
  kind: status === "pending" ? "reserved" : "committed",
});
