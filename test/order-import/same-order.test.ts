/** An order that is exported again is recognised by what an import reads of it. */

import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { restore } from "#core/contract/values/formula";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { shopifyColumns } from "#core/order-import/shopify-columns";
import { imported } from "../support/given/imports.ts";
import { newestColumns, shopifyLine, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

const rowsOf = (Name: string, said = {}) => [
  shopifyRow({ Name, Subtotal: "110.00", Total: "110.00", "Risk Level": "Low", ...said }),
  shopifyLine({ Name, "Lineitem name": "Cup", "Lineitem price": "10.00", Vendor: "Kiln" }),
];
const same = { counts: { created: 0, same: 1, refused: 0 } };

it("by Shopify's later export, whatever became of columns that are not read, and of their order", async () => {
  const columns = newestColumns.filter((column) => column !== "Payment Terms Name");
  const file = shopifyOrders(rowsOf("#S1"), columns);
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
  expect(await imported("orders", shopifyOrders(rowsOf("#S1"), columns.toReversed()))).toMatchObject(same);
  const later = { "Risk Level": "High", "Accepts Marketing": "yes", Id: "42", "Payment Terms Name": "Net 30" };
  expect(await imported("orders", shopifyOrders(rowsOf("#S1", later), newestColumns))).toMatchObject(same);
});

it("not if a column that is read has changed", async () => {
  await imported("orders", shopifyOrders(rowsOf("#S2"), newestColumns));
  for (const said of [{ "Refunded Amount": "1.00" }, { Tags: "new" }, { "Tax 5 Value": "1.00" }]) {
    expect(await imported("orders", shopifyOrders(rowsOf("#S2", said), newestColumns))).toMatchObject({
      counts: { created: 0, same: 0, refused: 1 },
    });
  }
});

// Imports used to record a digest of all cells.
it("if it was imported before only those columns counted", async () => {
  const file = shopifyOrders(rowsOf("#S3"), newestColumns);
  await imported("orders", file);
  const cells = rowsOf("#S3").map((row) => newestColumns.map((column) => restore(String(row[column] ?? ""))));
  const digest = createHash("md5").update(JSON.stringify(cells)).digest("hex");
  const [changed] = await db().execute<{ was: string }>(sql`
    update imported_orders one set digest = ${digest}::uuid from imported_orders before
    where one.original_number = '#S3' and before.order_id = one.order_id returning before.digest::text as was`);
  expect(changed!.was.replaceAll("-", "")).not.toBe(digest);
  expect(await imported("orders", file)).toMatchObject(same);
});

/** As a spreadsheet saves it. */
const resaved = (file: string) =>
  file
    .replace(/(?<=[,\n])(-?\d+\.\d+)(?=[,\n])/g, (amount) => String(Number(amount)))
    .replace(/(?<=[,\n])(true|false)(?=[,\n])/g, (word) => word.toUpperCase());

// Whoever corrected one order of a file in a spreadsheet got a refusal for each of the others.
it("in a file that a spreadsheet has saved again, of Shopify and of our own", async () => {
  const file = shopifyOrders(rowsOf("#S4", { Notes: "Bell\r\nis broken" }), newestColumns);
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
  const again = resaved(file).replaceAll("\r\n", "\n");
  expect(again).toMatch(/,110,.*,TRUE,/);
  expect(await imported("orders", again)).toMatchObject(same);
  expect(await imported("orders", again.replace(",paid,", ",pending,"))).toMatchObject({
    counts: { same: 0, refused: 1 },
  });
  const columns = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total,notes";
  const own = `${columns}\n#S5,2024-05-01T10:00:00Z,confirmed,unpaid,INR,12.50,Cup,1,12.50,12.50,"a\r\nb"\n`;
  expect(await imported("orders", own)).toMatchObject({ layout: "own", counts: { created: 1 } });
  expect(await imported("orders", resaved(own).replaceAll("\r\n", "\n"))).toMatchObject(same);
});

it("if it was imported before the exact text of each cell counted", async () => {
  const file = shopifyOrders(rowsOf("#S6"), newestColumns);
  await imported("orders", file);
  const cells = rowsOf("#S6").map((row) => shopifyColumns.map((column) => String(row[column] ?? "")));
  const digest = createHash("md5").update(JSON.stringify(cells)).digest("hex");
  await db().execute(sql`update imported_orders set digest = ${digest}::uuid where original_number = '#S6'`);
  expect(await imported("orders", file)).toMatchObject(same);
});

// A new column changes this digest of every order in our own layout: `earlierDigests` then needs the old one too.
it("of our own layout, by the digest that earlier imports have recorded", async () => {
  const columns = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total";
  const own = `${columns}\n#S7,2024-05-01T10:00:00Z,confirmed,unpaid,INR,12.50,Cup,1,12.50,12.50\n`;
  expect(await imported("orders", own)).toMatchObject({ layout: "own", counts: { created: 1 } });
  const recorded = await db().execute(sql`
    select digest::text from imported_orders where original_number = '#S7'`);
  expect([...recorded]).toEqual([{ digest: "63befdd1-eec2-7fce-1eee-88dd6a7fcdad" }]);
});
