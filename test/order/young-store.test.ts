import { expect, it } from "vitest";
import { db } from "#core/db/client";
import { anOrder } from "#test/support/given/orders";
import { aVariantInStock } from "#test/support/given/stock";
import { rowsReadOfEach } from "#test/support/plans";

/** Each is created, paid and shipped. */
const count = 100;

const tables = ["orders", "order_lines", "stock_requests", "allocations", "customers", "payments"];
const most = Object.fromEntries(tables.map((table) => [table, expect.toSatisfy((rows) => rows < 30 * count)]));

async function rowsReadBy(after: (nth: number) => Promise<unknown> | undefined) {
  const place = await aVariantInStock(2 * count);
  return rowsReadOfEach(tables, async () => {
    for (let nth = 0; nth < count; nth++) {
      await after(nth);
      await anOrder({
        lines: [{ place, quantity: 2 }],
        email: `customer-${nth}@example.com`,
        shippedQuantity: 2,
      });
    }
  });
}

// A plan is kept until its tables are analysed: that from a store's first order must do for its first thousands
// (decision 114), and so must that from its first few dozen, after which autovacuum may come.
it.each(["no", 5, 50])(
  "reads only an order's own rows, with tables analysed after %s orders",
  async (analysedAfter) => {
    expect(await rowsReadBy((nth) => (nth === analysedAfter ? db().execute("analyze") : undefined))).toEqual(most);
  },
);

// Autovacuum comes to one table at a time.
it("reads only an order's own rows, if its lines are the only table that was analysed", async () => {
  await db().execute("truncate orders, customers cascade");
  await db().execute("delete from pg_statistic");
  expect(await rowsReadBy((nth) => (nth === 3 ? db().execute("analyze order_lines") : undefined))).toEqual(most);
});
