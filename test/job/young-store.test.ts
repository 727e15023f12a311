/**
 * A plan is kept until its tables are analysed, a minute or more: one made for the first row of a file, in an empty
 * store, must do for the hundred thousandth (decision 114).
 */

import { expect, it } from "vitest";
import * as exports from "#core/contract/export";
import * as priceList from "#core/contract/priceList";
import * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, imported, runJobs, startedImport } from "../support/given/imports.ts";
import { newestColumns, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { planOf, rowsReadOf, rowsReadOfEach } from "../support/plans.ts";

const count = 6_000;
/** How often each row of a table may be read, in all five imports: a little more than it is. */
const mostOf = { variants: 13, products: 4, stock_levels: 2, customers: 6, price_list_rows: 3.5, orders: 6 };

/** The same for the files that are written of them. */
const writtenMostOf = { variants: 5, products: 4, stock_levels: 3, customers: 5, price_list_rows: 2 };

/** A file with a row about each of these numbers. */
const files = {
  products: (numbers) =>
    csv(
      ["handle", "title", "status", "sku", "price"],
      ...numbers.map((n) => [`pot-${n}`, `Pot ${n}`, "active", `POT-${n}`, 5]),
    ),
  stock: (numbers) => csv(["sku", "location", "on hand"], ...numbers.map((n) => [`POT-${n}`, "HALL", 5])),
  customers: (numbers) => csv(["email", "name"], ...numbers.map((n) => [`c${n}@example.com`, `Customer ${n}`])),
  priceLists: (numbers) =>
    csv(
      ["price list", "priority", "sku", "from quantity", "price"],
      ...numbers.map((n) => ["Wholesale", 5, `POT-${n}`, 1, 4]),
    ),
  orders: (numbers) =>
    shopifyOrders(
      numbers.map((n) => shopifyRow({ Name: `#Y${n}`, Email: `c${n}@example.com`, "Lineitem sku": `POT-${n}` })),
      newestColumns,
    ),
} satisfies Readonly<Record<string, (numbers: readonly number[]) => string>>;
const kinds = ["products", "stock", "customers", "priceLists", "orders"] as const;
const numbers = Array.from({ length: count }, (_, n) => n + 1);

// Every row of a file of stock was compared with every variant: two minutes for a batch, which may take half a minute.
it("compares no row of a file of stock with each variant", async () => {
  const id = await anUploadedImport("stock", files.stock([0]));
  expect(await planOf(() => startedImport(id), "with wanted")).not.toContain("Join Filter");
});

it("reads only what the rows of a file are about, of five kinds", async () => {
  await aLocation({ code: "HALL", name: "Hall" });
  const read = await rowsReadOfEach(Object.keys(mostOf), async () => {
    for (const kind of kinds) await imported(kind, files[kind]([0]));
    for (const kind of kinds) {
      const { counts } = await imported(kind, files[kind](numbers));
      expect(counts, kind).toMatchObject({ created: count });
    }
  });
  for (const [table, most] of Object.entries(mostOf)) expect(read[table]! / count, table).toBeLessThan(most);
}, 120_000);

// For each page of a file of prices all of them were sorted: of 200,000 it took nine minutes.
it("writes them to files and reads each a few times, however many pages there are", async () => {
  await db().execute(sql`analyze`);
  const read = await rowsReadOfEach(Object.keys(writtenMostOf), async () => {
    for (const kind of kinds) {
      await call(exports.create, { kind });
      await runJobs();
    }
  });
  for (const [table, most] of Object.entries(writtenMostOf)) expect(read[table]! / count, table).toBeLessThan(most);
});

// Once its table had been vacuumed, each page passed over the prices of all lists in the order of the variants: of
// 200,000 prices in eight lists it took seven minutes.
it("reads prices for their file from where the last page ended, which only the lists' index can", async () => {
  await db().execute(sql`vacuum analyze price_list_rows`);
  await call(exports.create, { kind: "priceLists" });
  const plan = await planOf(runJobs, "l.priority");
  const byList = (condition: string) => new RegExp(`price_list_rows_list on .*\\s+Index Cond: \\(${condition}`);
  expect(plan).toMatch(byList(String.raw`.*ROW\(price_list_id, variant_id, min_quantity\) > ROW\(.*price_list_id <= `));
  expect(plan).toMatch(byList("price_list_id = ANY"));
  expect(plan).not.toContain("price_list_rows_pkey");
});

// A store that makes new lists each season keeps the old ones: a page that passed over six million prices ran into the
// limit of a statement, and the file was never written.
it("reads no prices of archived lists for that file", async () => {
  await imported("priceLists", csv(["price list", "sku", "price"], ["Later", "POT-0", 4], ["Later", "POT-1", 4]));
  const [wholesale] = await db().execute<{ id: never }>(sql`select id from price_lists where name = 'Wholesale'`);
  await call(priceList.remove, { id: wholesale!.id });
  const read = await rowsReadOf("price_list_rows", async () => {
    await call(exports.create, { kind: "priceLists" });
    await runJobs();
  });
  expect(read).toBeLessThan(10);
});

// For the home page of a store with 200,000 variants, most of them low, all were counted: two seconds.
it("lists low stock from no more levels than a page needs", async () => {
  const read = await rowsReadOf("stock_levels", async () => {
    expect((await call(stock.low, { limit: 50 })).body.items).toHaveLength(50);
  });
  expect(read).toBeLessThan(4 * 50);
});
