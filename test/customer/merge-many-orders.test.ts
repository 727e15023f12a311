import { expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aCustomer } from "../support/given/customers.ts";
import { anOrder } from "../support/given/orders.ts";
import { rowsReadOf } from "../support/plans.ts";

// The figures' trigger looked through all of them, the moved and the cancelled included, for each.
it("reads each of a thousand moved orders a few times", async () => {
  const [kept, other] = [await aCustomer(), await aCustomer()];
  const { id, createdAt } = await anOrder({ email: other.email! });
  await db().execute(sql`
    insert into orders (id, number, status, payment_status, email, name, address, payment_method, currency,
      taxes_inclusive, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, unpaid_since,
      cancelled_at, created_at, updated_at, customer_id)
    select id_from('ord', at) || lpad(n::text, 16, '0'), 'QM-' || nextval('order_numbers'),
      case n % 2 when 0 then 'cancelled' else 'confirmed' end, 'unpaid', email, name, address, payment_method, currency,
      taxes_inclusive, 0, 0, 0, 0, 0, at, case n % 2 when 0 then at end, at, at, customer_id
    from orders, generate_series(1, 1000) n, lateral (select created_at - make_interval(hours => n) as at) earlier
    where orders.id = ${id}`);
  const reads = await rowsReadOf("orders", () => call(customer.merge, { id: kept.id, otherId: other.id }));
  expect(reads).toBeLessThan(5_000);
  expect((await call(customer.read, { id: kept.id })).body).toMatchObject({
    orders: 501,
    lastOrderAt: createdAt.toISOString(),
  });
  expect((await call(customer.read, { id: other.id })).body).toMatchObject({ orders: 0, lastOrderAt: null });
});
