/** How often an operation asks the database: what its speed hangs on wherever the database is not next door. */
import { beforeAll, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { call, ownersKey } from "../support/call.ts";
import { anOrder } from "../support/orders.ts";
import { aVariantInStock } from "../support/stock.ts";

/** The statements that `work` makes, once every one of them has been prepared by an earlier round. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const made: string[] = [];
  await work();
  const options: { debug?: unknown } = db().$client.options;
  options.debug = (_: number, statement: string) => made.push(statement.trim());
  await work();
  options.debug = false;
  return made;
}

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
  const statements = await statementsOf(() => call(order.list, { q: "Asha" }));
  expect(statements.filter((one) => one.startsWith("select") && one.includes(" like "))).toHaveLength(1);
  expect(statements.filter((one) => one.includes("force_custom_plan"))).toHaveLength(1);
});

it("reads an order in at most 3 round trips, authentication included", async () => {
  const statements = await statementsOf(() => call(order.read, { id: made.id }));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length).toBeLessThanOrEqual(3);
});

it("edits a line in a transaction of at most 12 statements, begin and commit included", async () => {
  const place = await aVariantInStock(50);
  const { id, lines } = await anOrder({ lines: [{ place, quantity: 2 }] });
  let quantity = 2;
  const statements = await statementsOf(async () => {
    const { status } = await call(order.editLines, { id, change: [{ lineId: lines[0]!.id, quantity: ++quantity }] });
    expect(status).toBe(200);
  });
  const transaction = statements.slice(statements.indexOf("begin"));
  expect(transaction.at(-1)).toBe("commit");
  expect(transaction.length).toBeLessThanOrEqual(12);
});
