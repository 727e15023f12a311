/** A store whose currency has no smaller part: a fraction of a yen is a mistake in the file, never rounded away. */

import { beforeAll, expect, it } from "vitest";
import * as store from "#core/contract/store";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { csv, imported, rowsOf } from "../support/given/imports.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

beforeAll(async () => {
  await aStockroom();
  await call(store.edit, { currency: "JPY" });
});

const anOrder = (Name: string, amount: string) =>
  shopifyRow({ Name, Currency: "JPY", Subtotal: amount, Total: amount, "Lineitem price": amount });

it("refuses an order's amount with a fraction, and takes one whose decimals are zeros", async () => {
  const done = await imported(
    "orders",
    shopifyOrders([anOrder("#Y1", "1000.50"), anOrder("#Y2", "1000.00"), anOrder("#Y3", "1000")]),
  );
  expect(done.counts).toMatchObject({ created: 2, refused: 1 });
  const [refused] = await rowsOf(done.id, "refused");
  expect(refused).toMatchObject({
    row: 2,
    about: "#Y1",
    problems: expect.arrayContaining([
      { column: "Total", text: "1000.50", why: expect.stringContaining("An amount such as 1235 is needed") },
      expect.objectContaining({ column: "Lineitem price", text: "1000.50" }),
    ]),
  });
  const rows = await db().execute(sql`select number, total_minor::integer from orders order by number`);
  expect([...rows]).toEqual([
    { number: "#Y2", total_minor: 1000 },
    { number: "#Y3", total_minor: 1000 },
  ]);
});

it("refuses a product's price with a fraction", async () => {
  const header = ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant SKU", "Variant Price"];
  const row = (handle: string, price: string) => [handle, handle, "Title", "Default Title", handle, price];
  const done = await imported("products", csv(header, row("whole", "1500.00"), row("broken", "1500.5")));
  expect(done.counts).toMatchObject({ created: 1, refused: 1 });
  expect(await rowsOf(done.id, "refused")).toMatchObject([
    { row: 3, problems: [{ column: "Variant Price", text: "1500.5" }] },
  ]);
  const [variant] = await db().execute(sql`select price_minor::integer from variants where sku = 'whole'`);
  expect(variant).toEqual({ price_minor: 1500 });
});
