/** Orders create customers, and keep their figures up to date. */

import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { examine } from "#core/doctor/examine";
import { call } from "../support/call.ts";
import { someEmail } from "../support/given/customers.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const known = async (id: customer.Customer["id"] | null) => (await call(customer.read, { id: id! })).body;

describe("an order by", () => {
  it("an unknown email address creates a customer from its contact and address", async () => {
    const email = someEmail();
    const placed = await anOrder({ email: ` ${email.toUpperCase()} `, name: "Noor Khan" });
    expect(await known(placed.customerId)).toMatchObject({
      email,
      name: "Noor Khan",
      phone: somebody.phone,
      addresses: [{ ...somebody.address, isDefault: true }],
      marketing: { accepts: false, at: null },
      orders: 1,
      spent: { amountMinor: 0 },
      lastOrderAt: placed.createdAt.toISOString(),
    });
  });

  it("a known one belongs to that customer, and keeps its own copy of contact and address", async () => {
    const email = someEmail();
    const first = await anOrder({ email, name: "Noor Khan" });
    const second = await anOrder({ email, name: "N. Khan" });
    expect(second.customerId).toBe(first.customerId);
    expect(second.contact?.name).toBe("N. Khan");
    expect(await known(first.customerId)).toMatchObject({ name: "Noor Khan", orders: 2 });
  });

  // Two carts of a new customer are checked out in the same second.
  it("a new one, twenty times at once, creates one customer with twenty orders", async () => {
    const email = someEmail();
    const { variantId } = await aVariantInStock(100);
    const lines = [{ variantId, quantity: 1 }];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(order.create, { ...somebody, email, lines })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.customerId)).size).toBe(1);
    expect(await known(answers[0]!.body.customerId)).toMatchObject({ orders: 20 });
  });

  it("no customer is left behind by one that is refused or a dry run", async () => {
    const email = someEmail();
    const { variantId } = await aVariantInStock(1);
    const input = { ...somebody, email, lines: [{ variantId, quantity: 2 }] };
    expect((await call(order.create, input)).status).toBe(409);
    expect((await call(order.create, { ...input, lines: [{ variantId, quantity: 1 }], dryRun: true })).status).toBe(
      200,
    );
    expect((await call(customer.list, { q: email })).body.items).toEqual([]);
  });
});

describe("a customer's figures", () => {
  it("count payments less refunds, and no cancelled orders", async () => {
    const email = someEmail();
    const first = await anOrder({ email, paid: true });
    const second = await anOrder({ email });
    const total = first.totals!.total.amountMinor;
    expect(await known(first.customerId)).toMatchObject({
      orders: 2,
      spent: { amountMinor: total },
      lastOrderAt: second.createdAt.toISOString(),
    });
    await call(order.cancel, { id: second.id });
    expect(await known(first.customerId)).toMatchObject({
      orders: 1,
      spent: { amountMinor: total },
      lastOrderAt: first.createdAt.toISOString(),
    });
    await call(order.markUnpaid, { id: first.id });
    expect(await known(first.customerId)).toMatchObject({ orders: 1, spent: { amountMinor: 0 } });
    await call(order.cancel, { id: first.id });
    expect(await known(first.customerId)).toMatchObject({ orders: 0, lastOrderAt: null });
  });

  // What is written outside the commit is wrong for readers in between, and permanently after a crash.
  it("are part of the change: a rolled-back one does not alter them", async () => {
    const placed = await anOrder({ email: someEmail() });
    const undone = inChange(system("test"), async ({ tx }) => {
      await tx.execute(sql`update orders set captured_minor = 500 where id = ${placed.id}`);
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    expect(await known(placed.customerId)).toMatchObject({ spent: { amountMinor: 0 } });
  });

  it("stay correct when many orders of one customer change at once", async () => {
    const email = someEmail();
    const orders = [];
    for (let nth = 0; nth < 12; nth++) orders.push(await anOrder({ email }));
    const last = orders.at(-1)!;
    const paid = { outcome: "paid", method: "cash" } as const;
    await Promise.all([
      ...orders.slice(0, 6).map(({ id }) => call(order.markPaid, { id, ...paid })),
      ...orders.slice(4, 11).map(({ id }) => call(order.cancel, { id })),
    ]);
    const [sums] = await db().execute<{ orders: number; spent: string }>(sql`
      select count(*) filter (where status <> 'cancelled')::integer as orders, sum(captured_minor) as spent
      from orders where customer_id = ${last.customerId}`);
    expect(await known(last.customerId)).toMatchObject({
      orders: sums!.orders,
      spent: { amountMinor: Number(sums!.spent) },
      lastOrderAt: last.createdAt.toISOString(),
    });
  });

  it("that disagree with the orders are found by the doctor's check of references", async () => {
    const { customerId } = await anOrder({ email: someEmail() });
    const found = async () => (await examine()).checks.filter(({ status }) => status === "fail");
    const references = async () => (await found()).filter(({ number }) => number === 15);
    expect(await references()).toEqual([]);
    await db().execute(sql`update customers set spent_minor = spent_minor + 1 where id = ${customerId}`);
    expect(await references()).toMatchObject([{ count: 1 }]);
    await db().execute(sql`update customers set spent_minor = spent_minor - 1 where id = ${customerId}`);
    expect(await references()).toEqual([]);
  });
});

describe("orders from before there were customers", () => {
  it("get theirs in batches, with figures and without a new version", async () => {
    const email = someEmail();
    const [first, second] = [await anOrder({ email, paid: true }), await anOrder({ email })];
    const other = await anOrder({ email: someEmail() });
    const ids = [first, second, other].map(({ id }) => id);
    await db().execute(sql`update orders set customer_id = null where id = any(${sql.param(ids)})`);
    await db().execute(sql`delete from customers where id = any(${sql.param([first.customerId, other.customerId])})`);
    await db().execute(sql`call give_customers_to_orders()`);
    const read = async (id: order.Order["id"]) => (await call(order.read, { id })).body;
    const [again, also, apart] = [await read(first.id), await read(second.id), await read(other.id)];
    expect(again.customerId).toBe(also.customerId);
    expect(apart.customerId).not.toBe(again.customerId);
    expect([again.version, also.version]).toEqual([first.version, second.version]);
    expect(await known(again.customerId)).toMatchObject({
      email,
      orders: 2,
      spent: { amountMinor: first.totals!.total.amountMinor },
      createdAt: first.createdAt.toISOString(),
    });
  });
});
