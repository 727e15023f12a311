/** Texts of a file that no request could contain: too long for the store, or with line breaks where it has one line. */

import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { ownColumns } from "#core/order-import/own-columns";
import { csv, imported } from "../support/given/imports.ts";
import { newestColumns, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

// PostgreSQL cannot index so long a text: the import used to fail ten times, and then for good.
const long = randomBytes(6_000).toString("base64url");
const broken = "a\r\nb\u0007\u2028c";

const ofOwn = [
  "email",
  "name",
  "phone",
  "discount code",
  "payment reference",
  "tracking number",
  "sku",
  "item",
  "tags",
];
const own = (number: string, text: string) => {
  const order: Record<string, string> = {
    ...{ number, "placed at": "2024-01-01T00:00:00Z", status: "shipped", "payment status": "paid", currency: "INR" },
    ...{ total: "9.00", paid: "9.00", quantity: "1", "unit price": "9.00", "line total": "9.00", "line shipped": "1" },
    ...Object.fromEntries([...ofOwn, "paid by"].map((column) => [column, text])),
  };
  return csv(
    ownColumns,
    ownColumns.map((column) => order[column] ?? ""),
  );
};

const ofShopify = [
  ...["Email", "Phone", "Billing Name", "Discount Code", "Payment ID", "Payment Method", "Shipping Method"],
  ...["Lineitem name", "Lineitem sku", "Tags"],
];
const shopify = (Name: string, text: string) =>
  shopifyOrders(
    [shopifyRow({ Name, ...Object.fromEntries(ofShopify.map((column) => [column, text])) })],
    newestColumns,
  );

/** All such texts of an imported order. */
async function textsOf(number: string): Promise<(string | null)[]> {
  const [row] = await db().execute<{ texts: (string | null)[] }>(sql`
    select jsonb_build_array(email, name, phone, discount_code, l.sku, l.title, p.reference, p.reason, s.tracking_number, s.service,
      (select tag from order_tags t where t.order_id = o.id)) as texts
    from orders o join order_lines l on l.order_id = o.id join payments p on p.order_id = o.id
      join parcels s on s.order_id = o.id where number = ${number}`);
  return row!.texts;
}

it.each([
  ["our own layout", "#X1", own],
  ["Shopify's", "#X2", shopify],
] as const)("too long a text in %s is cut", async (_, number, fileOf) => {
  expect(await imported("orders", fileOf(number, long))).toMatchObject({ counts: { created: 1, refused: 0 } });
  const texts = (await textsOf(number)).filter((text) => text !== null);
  expect(texts).toHaveLength(10);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(500);
});

it.each([
  ["our own layout", "#X3", own],
  ["Shopify's", "#X4", shopify],
] as const)("a line break in a text of one line in %s is a space", async (_, number, fileOf) => {
  expect(await imported("orders", fileOf(number, broken))).toMatchObject({ counts: { created: 1, refused: 0 } });
  const texts = (await textsOf(number)).filter((text) => text !== null);
  expect(texts).toHaveLength(10);
  // Only the words about how it was paid may have several lines.
  expect(new Set(texts)).toEqual(new Set(["a b c", broken]));
});
