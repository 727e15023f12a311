/** The sums of an order in our own file must be those of its lines, as ours are. */
import { amountMinorMax } from "#core/contract/kit/fields";
import type { Cells } from "#core/job/import-file/cells";
import { amountOf } from "./own-rows.ts";
import { paymentStatusBy, type TakenLine, type TakenOrder } from "./taken-order.ts";

export function refuseWrongSums(rows: readonly [Cells, ...Cells[]], order: TakenOrder, decimals: number): void {
  const [first] = rows;
  const sum = (of: (line: TakenLine) => number) => order.lines.reduce((total, line) => total + of(line), 0);
  const offLines = sum((line) => line.discountMinor);
  refuseWrongLines(rows, order, decimals);
  if (!first.isGood()) return;
  if (sum((line) => line.taxMinor) !== order.taxMinor) first.wrong("tax", "It is not the sum of the lines' taxes.");
  if (order.taxesInclusive && order.taxMinor > order.totalMinor)
    first.wrong("tax", "It is more than the total, which includes it.");
  if (offLines > order.discountMinor) first.wrong("discount", "It is less than the lines' discounts.");
  if (order.discountMinor - offLines > order.shippingMinor)
    first.wrong("discount", "It is more than the lines' discounts and the shipping.");
  const total = sum((line) => line.totalMinor) + order.shippingMinor - (order.discountMinor - offLines);
  const terms = "the line totals + shipping − what the discount exceeds the line discounts by";
  if (total !== order.totalMinor) first.wrong("total", `It must be ${amountOf(total, decimals)}: ${terms}.`);
  if (order.refundedMinor > order.capturedMinor) {
    first.wrong("refunded", "More was refunded than was paid.");
    return;
  }
  const by = paymentStatusBy({ captured: order.capturedMinor, refunded: order.refundedMinor });
  const freely = order.capturedMinor === 0 && ["paid", "failed"].includes(order.paymentStatus);
  if (by !== order.paymentStatus && !freely) {
    first.wrong("payment status", "It does not match what was paid and refunded.");
  }
}

function refuseWrongLines(rows: readonly [Cells, ...Cells[]], order: TakenOrder, decimals: number): void {
  const { lines, subtotalMinor, taxesInclusive } = order;
  // Such an order is refused for that.
  if (subtotalMinor > amountMinorMax) return;
  for (const [nth, { quantity, unitPriceMinor, discountMinor, taxMinor, totalMinor }] of lines.entries()) {
    const due = quantity * unitPriceMinor - discountMinor + (taxesInclusive ? 0 : taxMinor);
    if (due === totalMinor) continue;
    const terms = `quantity × unit price − line discount${taxesInclusive ? "" : " + line tax"}`;
    rows[nth]?.wrong("line total", `It must be ${amountOf(due, decimals)}: ${terms}.`);
  }
  const [first] = rows;
  if (first.text("subtotal") !== "" && first.minor("subtotal", decimals) !== subtotalMinor)
    first.wrong("subtotal", `It must be ${amountOf(subtotalMinor, decimals)}: the sum of quantity × unit price.`);
}
