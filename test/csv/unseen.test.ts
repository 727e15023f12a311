/**
 * Characters that cannot be seen come along when a text is copied. Rows were refused for texts that looked right, and an
 * order's customer became another one than the customer with the same address.
 */

import { beforeAll, expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { newestColumns, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { shopifyProduct, shopifyProducts } from "../support/given/shopify-products.ts";

const [mark, wrapped] = ["\u200e", (text: string) => `\u2068\u200b${text}\u00ad\ufeff\u2069\u200f`];

beforeAll(async () => {
  await aLocation({ code: "HALL", name: "Hall" });
  await aProduct({ variants: [{ sku: "SEEN-1", priceMinor: 100 }] });
});

it.each([
  ["our own file", (email: string) => csv(["email", "name"], [email, "Asha"])],
  ["Shopify's file", (email: string) => csv(["First Name", "Last Name", "Email"], ["Asha", "", email])],
])("an email address in %s is taken without them", async (_, file) => {
  expect(await imported("customers", file("copied@example.com"))).toMatchObject({ counts: { refused: 0 } });
  expect(await imported("customers", file(wrapped("copied@example.com")))).toMatchObject({ counts: { same: 1 } });
});

it("a customer whose address was stored with one comes back from our own export", async () => {
  await imported("customers", csv(["email", "name"], ["stored@example.com", "Asha"], ["alone@example.com", "Ravi"]));
  await db().execute(sql`
    insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', id || 'x', 'email', email || ${mark}::text))).*
    from customers c where email = 'stored@example.com'`);
  await db().execute(sql`
    update customers set email = email || ${mark}::text where email = 'alone@example.com'`);
  const rows = await db().execute<{ email: string; name: string; at: Date }>(sql`
    select email, name, updated_at as at from customers where email ~ '^(stored|alone)' order by email`);
  const own = csv(
    ["email", "name", "changed at"],
    ...rows.map(({ email, name, at }) => [email, name, new Date(at).toISOString()]),
  );
  expect(await imported("customers", own)).toMatchObject({ counts: { same: 3, created: 0, refused: 0 } });
});

it("a file that has a new address with one and without is about it twice", async () => {
  const file = csv(["email", "name"], [`twice@example.com${mark}`, "Asha"], ["twice@example.com", "Asha"]);
  const id = await anUploadedImport("customers", file);
  await startedImport(id, { dryRun: true });
  expect((await rowsOf(id, "refused")).flatMap(({ problems }) => problems.map(({ why }) => why))).toEqual([
    "Row 3 of this file is about the same.",
  ]);
});

it("an order is its customer's, whatever surrounds the address", async () => {
  const first = shopifyRow({ Name: "#U1", Email: "ordered@example.com" });
  const second = shopifyRow({ Name: "#U2", Email: wrapped("'ordered@example.com") });
  const file = shopifyOrders([first, second], newestColumns);
  const own = csv(
    "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total,email".split(","),
    ["U3", "2024-01-01T00:00:00Z", "confirmed", "unpaid", "INR", 9, "Tea", 1, 9, 9, `Ordered${mark}@example.com`],
  );
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 2 } });
  expect(await imported("orders", own)).toMatchObject({ counts: { created: 1 } });
  const customers = await db().execute(sql`
    select c.email, count(*)::integer as orders from orders join customers c on c.id = customer_id
    where number in ('#U1', '#U2', 'U3') group by 1`);
  expect(customers).toEqual([{ email: "ordered@example.com", orders: 3 }]);
  expect(await imported("orders", file)).toMatchObject({ counts: { same: 2 } });
});

// In our own files it was another: stock was refused, and an order's line had an unknown item.
it("another store's SKU is the same in all its files, and in ours", async () => {
  const said = { Handle: "unseen", "Variant SKU": wrapped("UNSEEN-1"), "Variant Barcode": `'0123${mark}` };
  const product = shopifyProduct({ ...said, "Variant Inventory Tracker": "shopify" });
  expect(await imported("products", shopifyProducts([product]))).toMatchObject({ counts: { created: 1 } });
  const line = shopifyRow({ Name: "#U4", "Lineitem sku": `UNSEEN-1${mark}` });
  expect(await imported("orders", shopifyOrders([line], newestColumns))).toMatchObject({ counts: { created: 1 } });
  const stock = csv(["Handle", "Option1 Value", "SKU", "Location", "On hand"], ["", "", `'UNSEEN-1${mark}`, "Hall", 3]);
  expect(await imported("stock", stock)).toMatchObject({ counts: { created: 1 } });
  const ownStock = csv(["sku", "location", "on hand"], [wrapped("UNSEEN-1"), "Hall", 3]);
  expect(await imported("stock", ownStock)).toMatchObject({ counts: { same: 1 } });
  // In price lists it was refused.
  const prices = csv(["price list", "sku", "price"], ["Unseen", wrapped("UNSEEN-1"), 7], ["Unseen", "UNSEEN-1", 7]);
  const tried = await anUploadedImport("priceLists", prices);
  for (const dryRun of [true, false]) {
    expect(await startedImport(tried, { dryRun })).toMatchObject({ counts: { created: 1, refused: 1 } });
    expect(await rowsOf(tried, "refused")).toMatchObject([
      { row: 3, problems: [{ why: "Row 2 of this file is about the same." }] },
    ]);
  }
  const ownOrder = csv(
    "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total,sku".split(","),
    ["U6", "2024-01-01T00:00:00Z", "confirmed", "unpaid", "INR", 9, "Tea", 1, 9, 9, `UNSEEN-1${mark}`],
  );
  expect(await imported("orders", ownOrder)).toMatchObject({ counts: { created: 1 } });
  const [found] = await db().execute(sql`
    select sku, barcode, (select on_hand from stock_levels where variant_id = variants.id) as stock,
      (select count(*)::integer from order_lines where variant_id = variants.id) as ordered
    from variants where sku like 'UNSEEN%'`);
  expect(found).toEqual({ sku: "UNSEEN-1", barcode: "0123", stock: 3, ordered: 2 });
});

it("an order's line in our own file has its variant's SKU, whichever form the file has", async () => {
  await aProduct({ variants: [{ sku: "FORM-É".normalize("NFC"), priceMinor: 100 }] });
  const file = csv(
    "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total,sku".split(","),
    ["U8", "2024-01-01T00:00:00Z", "confirmed", "unpaid", "INR", 9, "Tea", 1, 9, 9, "FORM-É".normalize("NFD")],
  );
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
  const lines = await db().execute(sql`
    select l.sku, v.sku as variant from order_lines l join variants v on v.id = l.variant_id where v.sku like 'FORM%'`);
  expect(lines).toEqual([{ sku: "FORM-É".normalize("NFC"), variant: "FORM-É".normalize("NFC") }]);
  expect(await imported("orders", file)).toMatchObject({ counts: { same: 1 } });
});

it("a SKU that was stored with one is found again by the files that have it", async () => {
  const kept = `KEPT-1${mark}`;
  await aProduct({ variants: [{ sku: "KEPT-1", priceMinor: 100 }] });
  await db().execute(sql`
    update variants set sku = ${kept}::text where sku = 'KEPT-1'`);
  const line = shopifyRow({ Name: "#U5", "Lineitem sku": kept });
  expect(await imported("orders", shopifyOrders([line], newestColumns))).toMatchObject({ counts: { created: 1 } });
  const stock = csv(["Handle", "Option1 Value", "SKU", "Location", "On hand"], ["", "", `'${kept}`, "Hall", 3]);
  expect(await imported("stock", stock)).toMatchObject({ counts: { created: 1 } });
  const prices = csv(["price list", "sku", "price"], ["Kept", kept, 7]);
  expect(await imported("priceLists", prices)).toMatchObject({ counts: { created: 1 } });
  const [found] = await db().execute(sql`
    select (select on_hand from stock_levels where variant_id = variants.id) as stock,
      (select count(*)::integer from order_lines where variant_id = variants.id and order_lines.sku = 'KEPT-1') as ordered
    from variants where sku = ${kept}::text`);
  expect(found).toEqual({ stock: 3, ordered: 1 });
});

// Programs put one before a code so that it keeps its zeros. Stock was refused, and an order's item was unknown.
it("a SKU in our own files may have an apostrophe before it", async () => {
  for (const sku of ["00700", "'00701", "'"]) await aProduct({ variants: [{ sku }] });
  const rows = (...skus: string[]) => csv(["sku", "location", "on hand"], ...skus.map((sku) => [sku, "Hall", 3]));
  expect(await imported("stock", rows("'00700", "'00701", "'"))).toMatchObject({ counts: { created: 3 } });
  expect(await imported("stock", rows("00700", "'00700"))).toMatchObject({ counts: { same: 1, refused: 1 } });
  const prices = csv(["price list", "sku", "price"], ["Quoted", "'00700", 7], ["Quoted", "'", 7], ["Quoted", mark, 7]);
  expect(await imported("priceLists", prices)).toMatchObject({ counts: { created: 2, refused: 1 } });
  const order = csv(
    "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total,sku".split(","),
    ["U7", "2024-01-01T00:00:00Z", "confirmed", "unpaid", "INR", 9, "Tea", 1, 9, 9, "'00700"],
  );
  expect(await imported("orders", order)).toMatchObject({ counts: { created: 1 } });
  expect(
    await db().execute(sql`
      select v.sku from order_lines join variants v on v.id = variant_id join orders on orders.id = order_id
      where number = 'U7'`),
  ).toEqual([{ sku: "00700" }]);
});

it("the columns of a file of refused rows are known with them", async () => {
  const header = [`${mark}Refused row`, `Refused because${mark}`, "First Name", "Last Name", "Email"];
  const file = csv(header, [2, "Why", "'=Asha", "", "again@example.com"]);
  const id = await anUploadedImport("customers", file);
  await startedImport(id, { dryRun: true });
  expect((await rowsOf(id, "created")).map(({ after }) => after?.["name"])).toEqual(["=Asha"]);
});

it("a column's name is known with them", async () => {
  const file = csv([`${mark}email`, "\u200bname\u200b"], ["columns@example.com", "Asha"]);
  expect(await imported("customers", file)).toMatchObject({ counts: { created: 1 } });
  expect(await imported("customers", file + file)).toMatchObject({ counts: { same: 1, refused: 0 } });
});

it("a refusal names one that stays in a text", async () => {
  const file = csv(
    ["sku", "location", "on hand"],
    [`SEEN-2${mark}`, "HALL", 1],
    ["SEEN-1", "\u202aHALL", 1],
    ["A\u00a0B", "HALL", 1],
  );
  const id = await anUploadedImport("stock", file);
  await startedImport(id, { dryRun: true });
  expect((await rowsOf(id, "refused")).flatMap(({ problems }) => problems.map(({ why }) => why))).toEqual([
    "No variant has this SKU. It contains an invisible character (U+200E).",
    "There is no location “\u202aHALL”: create it, or use the code of an existing one. It contains an invisible character (U+202A).",
    "No variant has this SKU. It contains a blank that is no ordinary one (U+00A0).",
  ]);
});

it("a location's name may have blanks of another kind", async () => {
  await aLocation({ code: "PUNE", name: "Shop,\u00a0Pune" });
  await aProduct({ variants: [{ sku: "BLANKS-1", priceMinor: 100 }] });
  const file = csv(["sku", "location", "on hand"], ["BLANKS-1", "shop,  pune", 1], ["BLANKS-1", "Shop, Pune", 2]);
  const id = await anUploadedImport("stock", file);
  expect((await startedImport(id)).counts).toMatchObject({ created: 1, refused: 1 });
  expect(await rowsOf(id, "refused")).toMatchObject([{ problems: [{ why: "Row 2 of this file is about the same." }] }]);
});
