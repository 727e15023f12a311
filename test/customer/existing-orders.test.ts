/** Orders from before there were customers, more than one batch of 5,000: they get theirs while the store is in use. */

import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { db } from "#core/db/client";
import { getTableColumns, sql } from "#core/db/drizzle";
import { orders } from "#core/order/order.table";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { someEmail } from "../support/given/customers.ts";
import { anOrder } from "../support/given/orders.ts";

const count = 6_000;
const prefix = "OLD-";
const other = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
const names = Object.keys(getTableColumns(orders)).map((key) =>
  key.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
);

const without = async () => {
  const [row] = await db().execute<{ orders: number }>(sql`
    select count(*)::integer as orders from orders where customer_id is null`);
  return row!.orders;
};

afterAll(async () => {
  await other.end();
  // They have no lines and inconsistent stock, so the doctor must not check them.
  await db().execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      truncate orders, customers, stock_levels, movements cascade;
    end $$`);
});

// One transaction for a million orders would lock them all for minutes, and none could be shipped or paid.
it("get their customers batch by batch: each batch is committed, and the rest is not locked", async () => {
  const { id } = await anOrder();
  const columns = sql.raw(names.join(", "));
  await db().execute(sql`
    insert into orders (${columns}) select ${columns} from (
      select (jsonb_populate_record(one, jsonb_build_object('id', new_id('ord', one.created_at), 'number', ${prefix} || nth,
        'customer_id', null, 'email', 'old' || nth % 2000 || '@example.com'))).*
      from orders one, generate_series(1, ${count}::integer) nth where one.id = ${id}) made`);
  expect(await without()).toBe(count);

  // Someone is working on an order in the second batch.
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = other.begin(async (tx) => {
    // A query that skips rows and locks what follows locks the skipped ones too.
    await tx`
      select from orders where id = (select id from orders where customer_id is null order by id offset 5500 limit 1)
      for update`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const giving = Promise.all([db().execute(sql`call give_customers_to_orders()`)]); // begun now, not when it is awaited
  await expect.poll(without, { timeout: 60_000, interval: 100 }).toBe(count - 5_000);
  await untilSomebodyWaits();
  // Meanwhile an order with a customer is placed, and one for a customer that the batches created.
  await anOrder({ email: someEmail() });
  await anOrder({ email: "old7@example.com" });
  release.resolve();
  await Promise.all([holding, giving]);

  expect(await without()).toBe(0);
  const [made] = await db().execute(sql`
    select count(*)::integer as customers, sum(orders)::integer as orders from customers where email like 'old%'`);
  expect(made).toEqual({ customers: 2_000, orders: count + 1 });
}, 120_000);
