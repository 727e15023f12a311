/** Balance due = total − captured + refunded, wherever it is shown. A wrong one asks a customer for money twice. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Id } from "#core/contract/fields";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { call } from "../support/call.ts";
import { anOrder } from "../support/orders.ts";
import { aVariantInStock } from "../support/stock.ts";

/** As a gateway's refund will leave it: no operation writes one yet. */
async function refunded(id: Id<"order">, amountMinor: number) {
  await db().execute(sql`
    update orders set refunded_minor = ${amountMinor},
      payment_status = case when captured_minor = ${amountMinor} then 'refunded' else 'partiallyRefunded' end
    where id = ${id}`);
}
const cancelled = (id: Id<"order">) => call(order.cancel, { id });
async function cancelledAndRefunded(id: Id<"order">) {
  await cancelled(id);
  await refunded(id, 500);
}
const owed = (amountMinor: number) => ({
  direction: amountMinor > 0 ? "customerOwes" : amountMinor < 0 ? "storeOwes" : "even",
  amount: { amountMinor: Math.abs(amountMinor), currency: "INR" },
});

it.each([
  ["unpaid", { paid: false }, async () => {}, 2000],
  ["paid", { paid: true }, async () => {}, 0],
  ["refunded in part", { paid: true }, (id: Id<"order">) => refunded(id, 500), 500],
  ["refunded", { paid: true }, (id: Id<"order">) => refunded(id, 2000), 2000],
  ["cancelled and paid", { paid: true }, cancelled, -2000],
  ["cancelled and refunded in part", { paid: true }, cancelledAndRefunded, -1500],
  ["cancelled and unpaid", { paid: false }, cancelled, 0],
])("says the same balance alone and in the list of an order that is %s", async (_, given, then, due) => {
  const place = await aVariantInStock(2, { priceMinor: 1000 });
  const { id, number } = await anOrder({ ...given, lines: [{ place, quantity: 2 }] });
  await then(id);
  const read = (await call(order.read, { id })).body;
  expect(read.balance).toEqual(owed(due));
  const { items } = (await call(order.list, { q: number })).body;
  expect(items).toMatchObject([{ id, balance: read.balance }]);
});
