/** Which orders the admin warns about before they ship. */
import { expect, it } from "vitest";
import { owedAfterPayment } from "../../web/orders/labels.ts";

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
