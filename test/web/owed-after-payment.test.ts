/** Which orders the admin warns about before they ship, and why it does not let their lines be edited. */
import { expect, it } from "vitest";
import { owedAfterPayment } from "../../web/orders/labels.ts";
import { lockedBecause } from "../../web/orders/lines/locked-because.ts";

type Given = Parameters<typeof owedAfterPayment>[0];
const amount = { amountMinor: 2000, currency: "INR" };
const owing = {
  status: "confirmed",
  paymentStatus: "unpaid",
  paymentMethod: "stripe",
  balance: { direction: "customerOwes", amount },
} as const satisfies Given;

it.each<[string, Partial<Given>]>([
  ["was edited after payment", { paymentStatus: "paid" }],
  ["is confirmed, and its payment was reversed", {}],
  [
    "is being shipped, its payment was reversed, and the next one failed",
    { status: "partiallyShipped", paymentStatus: "failed" },
  ],
])("warns of an order that %s", (_, given) => {
  expect(owedAfterPayment({ ...owing, ...given })).toEqual(amount);
});

it.each<[string, Partial<Given>]>([
  ["awaits payment", { status: "pending" }],
  ["is paid on delivery", { paymentMethod: "cod" }],
  ["was refunded, which nobody asks for", { paymentStatus: "refunded" }],
  ["is settled", { paymentStatus: "paid", balance: { direction: "even", amount: { ...amount, amountMinor: 0 } } }],
  ["shows a vendor none of its money", { paymentMethod: null, balance: null }],
])("does not warn of an order that %s", (_, given) => {
  expect(owedAfterPayment({ ...owing, ...given })).toBeNull();
});

// A full refund was called one of a part, and whoever had lost the right was told to undo a shipment.
it("says why the lines of an order can no longer be edited", () => {
  const order: Parameters<typeof lockedBecause>[0] = { status: "confirmed", paymentStatus: "paid", returns: [] };
  expect(lockedBecause(order, false)).toBe("Your role no longer allows it.");
  expect(lockedBecause({ ...order, paymentStatus: "refunded" }, true)).toBe("It has been refunded.");
  expect(lockedBecause({ ...order, paymentStatus: "partiallyRefunded" }, true)).toMatch(/^Part of it/);
  expect(lockedBecause({ ...order, status: "partiallyShipped" }, true)).toMatch(/undo the shipment/);
});
