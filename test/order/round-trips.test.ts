/** How many queries an operation makes: its speed depends on this wherever the database is far away. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Asked, Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import { call, ownersKey } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { anOrder, type Place, somebody } from "../support/given/orders.ts";
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

/** `begin` and `commit` included, authentication left out. An answer that is kept for a repeat is one more. */
describe("writes in a transaction of at most", () => {
  it.each<[statements: number, name: string, op: Operation, input: (order: order.Order, place: Place) => object]>([
    [5, order.addNote.name, order.addNote, ({ id }) => ({ id, text: "Ring twice." })],
    [
      11,
      order.editLines.name,
      order.editLines,
      ({ id, lines }) => ({ id, change: [{ lineId: lines[0]!.id, quantity: 3 }] }),
    ],
    [9, order.markPaid.name, order.markPaid, ({ id }) => ({ id, method: "cash" })],
    [
      12,
      parcel.ship.name,
      parcel.ship,
      ({ id, lines }, place) => ({ id, locationId: place.locationId, lines: [{ lineId: lines[0]!.id, quantity: 2 }] }),
    ],
    [10, order.cancel.name, order.cancel, ({ id }) => ({ id })],
    [11, order.create.name, order.create, (_, { variantId }) => ({ ...somebody, lines: [{ variantId, quantity: 1 }] })],
    [
      7,
      stock.adjust.name,
      stock.adjust,
      (_, { variantId, locationId }) => ({ id: variantId, locationId, quantity: 1, reason: "counted" }),
    ],
    [6, product.edit.name, product.edit, ({ lines }) => ({ id: lines[0]!.productId, title: "Another title" })],
  ])("%i statements: %s", async (most, _, op, inputOf) => {
    const place = await aVariantInStock(50);
    const made = await anOrder({ lines: [{ place, quantity: 2 }], paid: op === parcel.ship });
    const statements = await statementsOf(async () => {
      const answer = await call(op, inputOf(made, place) as Asked<typeof op>);
      expect(answer.status).toBeLessThan(300);
    });
    const transaction = statements.slice(statements.findIndex(({ text }) => text === "begin"));
    expect(transaction.at(-1)?.text).toBe("commit");
    expect(transaction.length).toBeLessThanOrEqual(most);
  });
});
