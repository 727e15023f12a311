import { expect, it } from "vitest";
import { anOrder } from "#test/support/given/orders";
import { aVariantInStock } from "#test/support/given/stock";
import { rowsReadOfEach } from "#test/support/plans";

/** Each is created, paid and shipped. */
const count = 100;

// A plan is kept until its tables are analysed: the plan from a store's first order must do for its first thousands
// (decision 114).
it("reads only an order's own rows, even with plans made when the tables were empty", async () => {
  const place = await aVariantInStock(2 * count);
  const tables = ["orders", "order_lines", "stock_requests", "allocations", "customers"];
  const read = await rowsReadOfEach(tables, async () => {
    for (let nth = 0; nth < count; nth++)
      await anOrder({
        lines: [{ place, quantity: 2 }],
        email: `customer-${nth}@example.com`,
        shippedQuantity: 2,
      });
  });
  const most = Object.fromEntries(tables.map((table) => [table, expect.toSatisfy((rows) => rows < 30 * count)]));
  expect(read).toEqual(most);
});
