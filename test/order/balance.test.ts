/** Balance due = total − captured + refunded, wherever it is shown. A wrong one asks a customer for money twice. */
import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import { call } from "../support/call.ts";
import { paidByGateway, refundedByGateway } from "../support/given/gateway-money.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

type Made = order.Order;
const asIs = async (made: Made) => made;
async function cancelled(made: Made) {
  return order.Order.decode((await call(order.cancel, { id: made.id })).body);
}
const refunded = (amountMinor: number) => (made: Made) => refundedByGateway(made, amountMinor);

const owed = (amountMinor: number) => ({
  direction: amountMinor > 0 ? "customerOwes" : amountMinor < 0 ? "storeOwes" : "even",
  amount: { amountMinor: Math.abs(amountMinor), currency: "INR" },
});

it.each([
  ["unpaid", asIs, asIs, 2000],
  ["paid", paidByGateway, asIs, 0],
  ["refunded in part", paidByGateway, refunded(500), 500],
  ["refunded", paidByGateway, refunded(2000), 2000],
  ["cancelled and paid", paidByGateway, cancelled, -2000],
  ["cancelled and refunded in part", paidByGateway, async (made: Made) => refunded(500)(await cancelled(made)), -1500],
  ["cancelled and unpaid", asIs, cancelled, 0],
])("says the same balance alone and in the list of an order that is %s", async (_, first, then, due) => {
  const place = await aVariantInStock(2, { priceMinor: 1000 });
  const { id, number } = await then(await first(await anOrder({ lines: [{ place, quantity: 2 }] })));
  const read = (await call(order.read, { id })).body;
  expect(read.balance).toEqual(owed(due));
  const { items } = (await call(order.list, { q: number })).body;
  expect(items).toMatchObject([{ id, balance: read.balance }]);
});
