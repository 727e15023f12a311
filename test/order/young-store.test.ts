import { expect, it } from "vitest";
import { anOrder } from "#test/support/given/orders";
import { aVariantInStock } from "#test/support/given/stock";
import { rowsReadOf } from "#test/support/plans";

/** Each is created, paid and shipped. */
const count = 100;

// A plan is kept until its tables are analysed: the one of a store's first order must do for its first thousands (decision 114).
it.for(["orders", "order_lines", "stock_requests", "allocations", "customers"] as const)(
  "reads no more %s of a store whose plans were made when it had none, however many there are by now",
  async (table) => {
    const place = await aVariantInStock(2 * count);
    const read = await rowsReadOf(table, async () => {
      for (let nth = 0; nth < count; nth++) {
        const lines = [{ place, quantity: 2 }];
        await anOrder({ lines, email: `customer-${nth}@example.com`, shippedQuantity: 2 });
      }
    });
    expect(read / count).toBeLessThan(30);
  },
);
