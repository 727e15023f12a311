/**
 * Half of the world's spreadsheets write 12,50. Prices of whoever kept them in one were refused, though one or two
 * digits behind a comma can only be decimals: thousands are three.
 */

import { beforeAll, describe, expect, it } from "vitest";
import * as store from "#core/contract/store";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { digestBeforeCommas, digestBeforeTruth, digestOf } from "#core/order-import/order-digest";
import { shopifyColumns } from "#core/order-import/shopify-columns";
import { call } from "../support/call.ts";
import { anUploadedImport, csv, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { newestColumns, shopifyLine, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

/** What each of these amounts is taken for: null if it is refused. */
async function taken(amounts: readonly string[], handle: string) {
  const rows = amounts.map((amount, nth) => `${handle}-${nth};Cup;${handle}-${nth};${amount}\n`);
  await imported("products", `sep=;\nhandle;title;sku;price\n${rows.join("")}`);
  const found = await db().execute<{ sku: string; price: number }>(sql`
    select sku, price_minor::integer as price from variants where sku like ${`${handle}-%`}`);
  const prices = new Map(found.map(({ sku, price }) => [sku, price]));
  return amounts.map((_, nth) => prices.get(`${handle}-${nth}`) ?? null);
}

const anyway = [
  "1,234",
  "1,000",
  "0,500",
  "1.234,50",
  "1,234.50",
  "1,00,000",
  "12,",
  ",50",
  "1,2,3",
  "1,2345",
  "12,5 €",
];

describe("an amount with a decimal comma is read, and never one whose comma may stand before thousands", () => {
  it("in a currency with two decimals", async () => {
    expect(await taken(["12,5", "1299,00", "0,05", "7,1"], "two")).toEqual([1250, 129_900, 5, 710]);
    expect(await taken(anyway, "two-no")).toEqual(anyway.map(() => null));
  });

  it("in one with three", async () => {
    await call(store.edit, { currency: "KWD" });
    expect(await taken(["12,5", "1,25"], "three")).toEqual([12_500, 1_250]);
    expect(await taken(anyway, "three-no")).toEqual(anyway.map(() => null));
  });

  it("in one without", async () => {
    await call(store.edit, { currency: "JPY" });
    expect(await taken(["1200,00", "1200,0"], "none")).toEqual([1200, 1200]);
    expect(await taken([...anyway, "12,5"], "none-no")).toEqual([...anyway, ""].map(() => null));
    await call(store.edit, { currency: "INR" });
  });
});

it("so are a tax rate of our own file and a weight of Shopify's", async () => {
  const columns =
    "number,placed at,status,payment status,currency,tax,total,item,quantity,unit price,tax rate,line tax,line total";
  const order = [
    "C1",
    "2024-01-01T00:00:00Z",
    "confirmed",
    "unpaid",
    "INR",
    "0,5",
    "9,5",
    "Tea",
    1,
    "9,5",
    "5,5",
    "0,5",
    "9,5",
  ];
  expect(await imported("orders", csv(columns.split(","), order))).toMatchObject({ counts: { created: 1 } });
  const header = ["Handle", "Title", "Variant SKU", "Variant Price", "Variant Weight", "Variant Weight Unit"];
  const product = (sku: string, weight: string) => [sku, "Cup", sku, 1, weight, "kg"];
  const id = await anUploadedImport("products", csv(header, product("kilo-1", "0,45"), product("kilo-2", "1,250")));
  expect(await startedImport(id)).toMatchObject({ counts: { created: 1, refused: 1 } });
  expect(await rowsOf(id, "refused")).toMatchObject([{ about: "kilo-2", problems: [{ column: "Variant Weight" }] }]);
  const [found] = await db().execute(sql`
    select weight_grams::integer as grams, (select tax_basis_points from order_lines l join orders o on o.id = l.order_id
      where number = 'C1')::integer as rate from variants where sku = 'kilo-1'`);
  expect(found).toEqual({ grams: 450, rate: 550 });
});

it("an order is known again in a file that such a spreadsheet has saved", async () => {
  const rows = [
    shopifyRow({ Name: "#C2", Subtotal: "109.50", Total: "109.50", Notes: "12,5" }),
    shopifyLine({ Name: "#C2", "Lineitem name": "Cup", "Lineitem price": "9.50" }),
  ];
  const file = shopifyOrders(rows, newestColumns);
  const saved = file.replace(
    /(?<=[,\n])(-?\d+)\.(\d+)(?=[,\n])/g,
    (_, whole, part) => `"${whole},${part.replace(/0$/, "")}"`,
  );
  expect(saved).toContain('"9,5"');
  const inGerman = saved.replaceAll(/(?<=,)true(?=,)/g, "WAHR");
  expect(inGerman).not.toBe(saved);
  expect(await imported("orders", saved.replaceAll("#C2", "#C3"))).toMatchObject({ counts: { created: 1 } });
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
  expect(await imported("orders", saved)).toMatchObject({ counts: { same: 1 } });
  expect(await imported("orders", inGerman)).toMatchObject({ counts: { same: 1 } });
  // Orders from before have the digest of then, in which a text such as the note was no number.
  const cells = rows.map((row) => shopifyColumns.map((column) => String(row[column] ?? "")));
  expect(digestOf(cells)).not.toBe(digestBeforeCommas(cells));
  await db().execute(sql`
    update imported_orders set digest = ${digestBeforeCommas(cells)}::uuid where original_number = '#C2'`);
  expect(await imported("orders", file)).toMatchObject({ counts: { same: 1 } });
  // In that of then from a German file, WAHR was a text.
  const german = cells.map((row) => row.map((cell) => (cell === "true" ? "WAHR" : cell)));
  await db().execute(sql`
    update imported_orders set digest = ${digestBeforeTruth(german)}::uuid where original_number = '#C2'`);
  expect(await imported("orders", inGerman)).toMatchObject({ counts: { same: 1 } });
});
