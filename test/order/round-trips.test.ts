/** How many queries an operation makes: its speed depends on this wherever the database is far away. */
import { beforeAll, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { call, ownersKey } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

let made: order.Order;
beforeAll(async () => {
  made = await anOrder();
  await ownersKey();
});

it("lists orders in at most 3 round trips, authentication included", async () => {
  const made = await statementsOf(() => call(order.list, { limit: 50 }));
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThanOrEqual(3);
});

it("searches once: the plan for its text, and the page", async () => {
  for (const op of [order.list, order.pickingSheet]) {
    const statements = await statementsOf(() => call(op, { q: "Asha" }));
    const told = statements.filter(({ text }) => text.includes("force_custom_plan") || text.includes(" like "));
    // In the reverse order, the page would be queried with a plan made without knowing the search text.
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringContaining("force_custom_plan"),
      expect.stringContaining(" like "),
    ]);
  }
});

it("finds a complete order number with the prepared plan", async () => {
  const statements = await statementsOf(() => call(order.list, { q: made.number }));
  expect(statements.filter(({ text }) => text.includes("force_custom_plan"))).toEqual([]);
});

it("reads an order in at most 3 round trips, authentication included", async () => {
  const statements = await statementsOf(() => call(order.read, { id: made.id }));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length).toBeLessThanOrEqual(3);
});

it("edits a line in a transaction of at most 14 statements, begin and commit included", async () => {
  const place = await aVariantInStock(50);
  const { id, lines } = await anOrder({ lines: [{ place, quantity: 2 }] });
  let quantity = 2;
  const statements = await statementsOf(async () => {
    const { status } = await call(order.editLines, { id, change: [{ lineId: lines[0]!.id, quantity: ++quantity }] });
    expect(status).toBe(200);
  });
  const transaction = statements.slice(statements.findIndex(({ text }) => text === "begin"));
  expect(transaction.at(-1)?.text).toBe("commit");
  expect(transaction.length).toBeLessThanOrEqual(14);
});
