/** Shopify's product files as people and spreadsheets leave them. */
import { expect, it } from "vitest";
import * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aProduct, some } from "../support/given/catalogue.ts";
import { csv, imported, rowsOf } from "../support/given/imports.ts";
import { shopifyProduct, shopifyProducts } from "../support/given/shopify-products.ts";
import { aStockroom, receives } from "../support/given/stock.ts";

const productAt = async (slug: string): Promise<product.Product> => {
  const [row] = await db().execute<{ id: never }>(sql`select id from products where slug = ${slug}`);
  return (await call(product.read, { id: row!.id })).body as never;
};

// Half an emoji is no text for the database: the job died ten times at the same place.
it("cuts long texts between two characters", async () => {
  const handle = some("emoji");
  const body = (end: string) => `${"x".repeat(199)}😀${end}`;
  const row = (end: string) => shopifyProduct({ Handle: handle, "Body (HTML)": body(end) });
  expect((await imported("products", shopifyProducts([row("a")]))).counts).toMatchObject({ created: 1 });
  expect((await imported("products", shopifyProducts([row("b")]))).counts).toMatchObject({ changed: 1 });
  const long = `${"x".repeat(88 - handle.length)}😀${"y".repeat(20)}`;
  const sized = { "Option1 Name": "Size", "Option1 Value": long };
  const made = await imported("products", shopifyProducts([shopifyProduct({ Handle: `${handle}-x`, ...sized })]));
  expect(made.status).toBe("done");
});

it("imports a product with the longest and the most texts that Shopify allows, and the same file changes nothing", async () => {
  const [letter, Handle] = ["क", "h".repeat(255)];
  const long = (nth: number | string, most = 255) => `${nth} `.padEnd(most, letter);
  const options = [1, 2, 3].map((nth) => [
    [`Option${nth} Name`, long(nth)],
    [`Option${nth} Value`, long(nth * 10)],
  ]);
  const images = Array.from({ length: 250 }, (_, nth) => ({
    Handle,
    "Image Src": `https://cdn.example.com/${nth}.jpg?${"v".repeat(200)}`,
    "Image Position": String(nth + 1),
    "Image Alt Text": long(nth, 512),
  }));
  const file = shopifyProducts([
    shopifyProduct({
      ...Object.fromEntries(options.flat()),
      ...{ Title: long("T"), Type: long("Type"), Vendor: long("V"), Body: "", ...images[0] },
      ...{ "Variant SKU": long("S"), "Variant Barcode": long("B") },
      Tags: Array.from({ length: 250 }, (_, nth) => long(nth)).join(", "),
    }),
    ...images.slice(1),
  ]);
  const done = await imported("products", file);
  expect(await rowsOf(done.id, "refused")).toEqual([]);
  expect(done.counts).toMatchObject({ created: 1, refused: 0 });
  expect((await imported("products", file)).counts).toMatchObject({ same: 1 });
});

it("refuses options that are too long together to be told apart", async () => {
  const options = [1, 2, 3].flatMap((nth) => [
    [`Option${nth} Name`, `${nth}`],
    [`Option${nth} Value`, "🙂".repeat(255)],
  ]);
  const file = shopifyProducts([shopifyProduct({ Handle: "too-long-together", ...Object.fromEntries(options) })]);
  expect((await rowsOf((await imported("products", file)).id))[0]).toMatchObject({
    outcome: "refused",
    problems: [{ column: "Option1 Value", why: "At most 2,400 bytes together, in UTF-8." }],
  });
});

it("renames no variant whose SKU the file lacks or a spreadsheet has shortened", async () => {
  const sku = `00${Date.now()}`;
  const { slug } = await aProduct({ options: ["Size"], variants: [{ sku, options: ["S"] }] });
  const sized = { "Option1 Name": "Size", "Option1 Value": "S" };
  const options = { overwrite: true };
  const without = shopifyProducts([shopifyProduct({ Handle: slug, ...sized })]);
  expect((await imported("products", without, { options })).counts).toMatchObject({ changed: 1 });
  expect((await productAt(slug)).variants).toMatchObject([{ sku }]);
  const short = shopifyProducts([shopifyProduct({ Handle: slug, ...sized, "Variant SKU": sku.slice(2) })]);
  const done = await imported("products", short, { options });
  expect((await rowsOf(done.id))[0]).toMatchObject({ problems: [{ column: "Variant SKU", text: sku.slice(2) }] });
  // What is missing was not said, only that a variant, with a made-up SKU, needs a size.
  const unnamed = await imported("products", csv(["Handle", "Title", "Variant Price"], [slug, "Pot", "7.00"]));
  expect((await rowsOf(unnamed.id))[0]?.problems[0]?.why).toMatch(/Does the file lack its SKU, or its options/);
  // Without option columns, the SKU identifies the variant.
  const prices = csv(["Handle", "Title", "Variant SKU", "Variant Price"], [slug, "Pot", sku, "7.00"]);
  expect((await imported("products", prices, { options })).counts).toMatchObject({ changed: 1 });
  expect((await productAt(slug)).variants).toMatchObject([{ sku, options: ["S"], price: { amountMinor: 700 } }]);
});

it("reads yes and no in the languages of spreadsheets, and guesses nothing else", async () => {
  const [yes, no, other] = [some("yes"), some("no"), some("other")];
  const rows = [
    [yes, "WAHR"],
    [no, "FAUX"],
    [other, "oui"],
  ].map(([Handle = "", policy = ""]) => shopifyProduct({ Handle, "Variant Inventory Policy": policy }));
  const done = await imported("products", shopifyProducts(rows));
  expect(done.counts).toMatchObject({ created: 2, refused: 1 });
  expect((await productAt(yes)).variants).toMatchObject([{ continueSelling: true }]);
  expect((await productAt(no)).variants).toMatchObject([{ continueSelling: false }]);
  const gift = shopifyProducts([shopifyProduct({ Handle: some("gift"), "Gift Card": "WAHR" })]);
  expect((await imported("products", gift)).counts).toMatchObject({ refused: 1 });
});

it("takes received stock for no change of the product, nor an edit before the last import", async () => {
  const handle = some("touched");
  const at = (price: string) =>
    shopifyProducts([shopifyProduct({ Handle: handle, "Variant SKU": handle, "Variant Price": price })]);
  await imported("products", at("1.00"));
  const { id, variants } = await productAt(handle);
  await receives({ variantId: variants[0]!.id, locationId: await aStockroom() }, 1);
  expect((await imported("products", at("2.00"))).counts).toMatchObject({ changed: 1 });
  await call(product.edit, { id, title: "Ours" });
  expect((await imported("products", at("3.00"), { options: { overwrite: true } })).counts).toMatchObject({
    changed: 1,
  });
  expect((await imported("products", at("4.00"))).counts).toMatchObject({ changed: 1 });
});

it("refuses rows without a SKU in our own file", async () => {
  const { slug, variants } = await aProduct();
  const file = csv(["handle", "sku", "price", "cost"], [slug, variants[0]!.sku, 9, 1], [slug, "", "", 5]);
  expect((await imported("products", file)).counts).toMatchObject({ changed: 0, refused: 1 });
});
