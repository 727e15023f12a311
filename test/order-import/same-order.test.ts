/** An order that is exported again is recognised by what an import reads of it. */

import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { restore } from "#core/csv/formula";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
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
