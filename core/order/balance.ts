import type * as z from "zod";
import type * as order from "#core/contract/order";
import type { OrderRow } from "./order.table.ts";

type Sums = Pick<OrderRow, "status" | "totalMinor" | "capturedMinor" | "refundedMinor">;

/** Total − captured + refunded, in minor units; below zero the store owes. A cancelled order's total counts as zero. */
export const dueMinor = ({ status, totalMinor, capturedMinor, refundedMinor }: Sums): number =>
  (status === "cancelled" ? 0 : totalMinor) - capturedMinor + refundedMinor;

/** What the customer may still be asked for, in minor units: money refunded to them is not asked for again. */
export const askableMinor = (row: Sums): number => Math.max(0, dueMinor({ ...row, refundedMinor: 0 }));

/** The balance for people: who owes, and how much. */
export function balanceOf(row: Sums & Pick<OrderRow, "currency">): z.output<typeof order.Balance> {
  const due = dueMinor(row);
  const direction = due > 0 ? "customerOwes" : due < 0 ? "storeOwes" : "even";
  return { direction, amount: { amountMinor: Math.abs(due), currency: row.currency } };
}
