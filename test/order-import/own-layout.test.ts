/** Orders in our own layout are refused if their sums or states contradict each other, as ours never do. */

import { beforeAll, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import { examine } from "#core/doctor/examine";
import { ownColumns } from "#core/order-import/own-columns";
import { call } from "../support/call.ts";
import { csv, imported, rowsOf } from "../support/given/imports.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

type Row = Readonly<Partial<Record<(typeof ownColumns)[number], string>>>;
let numbers = 0;

/** An order of two lines, 200.00 of goods, 10.00 off and 20.00 for shipping; its 30.00 of tax are in the prices. */
function anOrder(said: Row = {}, { first = {}, second = {} }: { first?: Row; second?: Row } = {}): string {
  const order: Row = {
    ...{
      number: `#O${++numbers}`,
      "placed at": "2024-01-01T00:00:00Z",
      status: "confirmed",
      "payment status": "unpaid",
    },
    ...{ currency: "INR", "taxes included": "yes", subtotal: "200.00", discount: "10.00", shipping: "20.00" },
    ...{ tax: "30.00", total: "210.00", ...said },
  };
  const tea: Row = { item: "Tea", quantity: "2", "unit price": "75.00", "line discount": "10.00", "line tax": "20.00" };
  const cup: Row = { number: order.number!, item: "Cup", quantity: "1", "unit price": "50.00", "line tax": "10.00" };
  const rows: Row[] = [
    { ...order, ...tea, "line total": "140.00", ...first },
    { ...cup, "line total": "50.00", ...second },
  ];
  return csv(ownColumns, ...rows.map((row) => ownColumns.map((column) => row[column] ?? "")));
}

it.each<[string, string]>([
  ["prices with tax", anOrder()],
  [
    "prices without tax",
    anOrder(
      { "taxes included": "no", total: "240.00" },
      { first: { "line total": "160.00" }, second: { "line total": "60.00" } },
    ),
  ],
  ["no subtotal", anOrder({ subtotal: "" })],
  ["a discount partly off the shipping", anOrder({ discount: "25.00", total: "195.00" })],
  ["a payment that is awaited", anOrder({ status: "pending" })],
  ["a failed payment", anOrder({ status: "pending", "payment status": "failed" })],
])("an order with %s is imported", async (_, file) => {
  const done = await imported("orders", file);
  expect(await rowsOf(done.id, "refused")).toEqual([]);
  expect(done.counts).toMatchObject({ created: 1 });
});

// The message asked for an amount such as 1234.50.
it.each(["18%", "5,500", "-5", "101"])("a tax rate of %s is refused with an example of a rate", async (rate) => {
  const { id } = await imported("orders", anOrder({}, { first: { "tax rate": rate } }));
  const why = "A percentage from 0 to 100 is needed, such as 18 or 5.5, without a percent sign.";
  expect((await rowsOf(id))[0]?.problems).toEqual([{ column: "tax rate", text: rate, why }]);
});

// In another spelling the order was not found by its address, and a blocked address got its messages.
it("an email address is taken in lower case, as everywhere else", async () => {
  await imported("orders", anOrder({ email: "Asha.Rao@Example.COM" }));
  const { items } = (await call(order.list, { q: "asha.rao@example.com" })).body;
  expect(items).toMatchObject([{ contact: { email: "asha.rao@example.com" } }]);
});

// One customer had the orders of many people, and whoever erased one of them erased all.
it("what stands for no email address makes no customer", async () => {
  const names = ["Asha Iyer", "Biju Menon"];
  for (const name of names) await imported("orders", anOrder({ email: "n/a", name }));
  expect((await call(customer.list, { q: "n/a" })).body.items).toEqual([]);
  const { items } = (await call(order.list, { q: "n/a" })).body;
  expect(items.map(({ contact }) => contact?.name).toSorted()).toEqual(names);
  const read = await Promise.all(items.map(async ({ id }) => (await call(order.read, { id })).body));
  expect(read.map(({ customerId }) => customerId)).toEqual([null, null]);
  expect((await examine()).checks.find(({ name }) => name === "references")).toMatchObject({ status: "ok" });
});

const pending = "status: Only an order that waits for its payment can be pending.";
it.each<[string, string, string]>([
  [
    "a line's total",
    anOrder({ total: "205.00" }, { second: { "line total": "45.00" } }),
    "line total: In row 3: It must be 50.00: quantity × unit price − line discount.",
  ],
  [
    "a line's total without its tax",
    anOrder({ "taxes included": "no" }, { second: { "line total": "60.00" } }),
    "line total: It must be 160.00: quantity × unit price − line discount + line tax.",
  ],
  ["the subtotal", anOrder({ subtotal: "190.00" }), "subtotal: It must be 200.00: the sum of quantity × unit price."],
  [
    "a discount above the lines' discounts and the shipping",
    anOrder({ discount: "30.01", total: "189.99" }),
    "discount: It is more than the lines' discounts and the shipping.",
  ],
  [
    "taxes above the total that includes them",
    anOrder({ tax: "210.01" }, { first: { "line tax": "200.01" } }),
    "tax: It is more than the total, which includes it.",
  ],
  [
    "a quantity below zero",
    anOrder({ status: "shipped" }, { first: { quantity: "-1" } }),
    "quantity: A number of at least 1 is needed.",
  ],
  [
    "a quantity of nothing",
    anOrder({ status: "partiallyShipped" }, { first: { quantity: "0", "line shipped": "2" } }),
    "quantity: A number of at least 1 is needed.",
  ],
  ["a paid order that is pending", anOrder({ status: "pending", "payment status": "paid", paid: "210.00" }), pending],
  [
    "a pending order in part refunded",
    anOrder({ status: "pending", "payment status": "partiallyRefunded", paid: "210.00", refunded: "1.00" }),
    pending,
  ],
  ["a pending order that is paid at the door", anOrder({ status: "pending", "cash on delivery": "yes" }), pending],
  [
    "a paid amount in an unpaid order",
    anOrder({ paid: "210.00" }),
    "payment status: It does not match what was paid and refunded.",
  ],
  [
    "a quantity that is too large",
    anOrder({}, { first: { quantity: "1000001" } }),
    "quantity: A number of at most 1,000,000 is needed.",
  ],
  ["a unit price below zero", anOrder({}, { first: { "unit price": "-75.00" } }), "unit price: It is below zero."],
  [
    "more shipped than ordered",
    anOrder({ status: "partiallyShipped" }, { first: { "line shipped": "3" } }),
    "line shipped: More has shipped than was ordered.",
  ],
  ["a discount below zero", anOrder({ discount: "-10.00" }), "discount: It is below zero."],
  ["the taxes", anOrder({ tax: "29.00" }), "tax: It is not the sum of the lines' taxes."],
  [
    "a discount below the lines' discounts",
    anOrder({ discount: "5.00", total: "215.00" }),
    "discount: It is less than the lines' discounts.",
  ],
  [
    "the total",
    anOrder({ total: "211.00" }),
    "total: It must be 210.00: the line totals + shipping − what the discount exceeds the line discounts by.",
  ],
  // It is the sum of the lines and the shipping: that it was not is what the refusal said.
  [
    "a total without the discount of the shipping",
    anOrder({ discount: "25.00" }),
    "total: It must be 195.00: the line totals + shipping − what the discount exceeds the line discounts by.",
  ],
  [
    "more refunded than paid",
    anOrder({ "payment status": "refunded", paid: "210.00", refunded: "210.01" }),
    "refunded: More was refunded than was paid.",
  ],
  [
    "a shipped order of which nothing has shipped",
    anOrder({ status: "shipped" }),
    "status: It does not match what the lines have shipped.",
  ],
  [
    "a confirmed order of which something has shipped",
    anOrder({}, { first: { "line shipped": "1" } }),
    "status: It does not match what the lines have shipped.",
  ],
  [
    "a delivered order without the time",
    anOrder({ status: "delivered" }, { first: { "line shipped": "2" }, second: { "line shipped": "1" } }),
    "delivered at: A delivered order needs a delivery time, and no other order may have one.",
  ],
  [
    "a delivery time of an order that has not shipped",
    anOrder({ "delivered at": "2024-01-02T00:00:00Z" }),
    "delivered at: A delivered order needs a delivery time, and no other order may have one.",
  ],
])("%s: refused, with that reason only", async (_, file, why) => {
  const done = await imported("orders", file);
  const problems = (await rowsOf(done.id, "refused")).flatMap((row) => row.problems);
  expect(problems.map((problem) => `${problem.column}: ${problem.why}`)).toEqual([why]);
});
