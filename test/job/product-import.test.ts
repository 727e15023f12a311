/** Products from a file: our own, and Shopify's as it is. */

import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as tax from "#core/contract/tax";
import * as variant from "#core/contract/variant";
import * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { repair } from "#core/doctor/repair";
import { call } from "../support/call.ts";
import { aLocation, aProduct, some } from "../support/given/catalogue.ts";
import { aProductWithImages } from "../support/given/files.ts";
import { anUploadedImport, csv, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { shopifyProduct, shopifyProducts, shopifyVariant } from "../support/given/shopify-products.ts";
import { aStockroom, receives } from "../support/given/stock.ts";

/** The product of a handle, as the API shows it. */
async function productAt(slug: string): Promise<product.Product> {
  const [row] = await db().execute<{ id: never }>(sql`select id from products where slug = ${slug}`);
  return (await call(product.read, { id: row!.id })).body as never;
}
const eventsOf = async (id: string) =>
  (await db().execute<{ name: string }>(sql`select name from events where subject_id = ${id} order by id`)).map(
    ({ name }) => name,
  );

describe("Shopify's product export", () => {
  it("is imported with options, prices, weights, pictures, tags and status; variant rows have no title", async () => {
    const handle = some("shirt");
    const sku = some("LS");
    const type = some("Shirts");
    const file = shopifyProducts([
      shopifyProduct({
        Handle: handle,
        Type: type,
        Tags: "linen, summer, linen",
        "Option1 Name": "Size",
        "Option1 Value": "S",
        "Option2 Name": "Colour",
        "Option2 Value": "Blue",
        "Variant SKU": `'0${sku}`,
        "Variant Compare At Price": "1999.00",
        "Variant Barcode": "'8901234567890",
        "Cost per item": "600.00",
        "Image Src": "https://cdn.example.com/b.jpg?v=1",
        "Image Position": "2",
        "Image Alt Text": "From behind",
      }),
      shopifyVariant({
        Handle: handle,
        "Option1 Value": "M",
        "Option2 Value": "Blue",
        "Variant Inventory Tracker": "",
        "Variant Inventory Policy": "continue",
        "Variant Grams": "0",
        "Image Src": "https://cdn.example.com/a.jpg?v=1",
        "Image Position": "1",
      }),
      { Handle: handle, "Image Src": "https://cdn.example.com/c.jpg?v=1", "Image Position": "3" },
    ]);
    const id = await anUploadedImport("products", file);
    const tried = await startedImport(id, { dryRun: true });
    expect(tried).toMatchObject({ status: "done", layout: "shopify", rows: 3, counts: { created: 1, refused: 0 } });
    expect(await rowsOf(id)).toMatchObject([{ row: 2, about: handle, after: { title: "Linen shirt", variants: 2 } }]);
    expect(await db().execute(sql`select 1 from products where slug = ${handle}`)).toEqual([]);

    expect(await startedImport(id)).toMatchObject({ status: "done", counts: tried.counts });
    const made = await productAt(handle);
    expect(made).toMatchObject({
      title: "Linen shirt",
      description: "<p>Cool, in summer.</p>\n<ul><li>100 % linen</li></ul>",
      status: "active",
      tags: ["linen", "summer"],
      options: ["Size", "Colour"],
      version: 1,
      images: [
        { url: "https://cdn.example.com/a.jpg?v=1" },
        { url: "https://cdn.example.com/b.jpg?v=1", alt: "From behind" },
        { url: "https://cdn.example.com/c.jpg?v=1" },
      ],
      variants: [
        {
          sku: `0${sku}`,
          options: ["S", "Blue"],
          price: { amountMinor: 149_900 },
          compareAt: { amountMinor: 199_900 },
          cost: { amountMinor: 60_000 },
          weightGrams: 250,
          barcode: "8901234567890",
          trackStock: true,
          continueSelling: false,
        },
        {
          sku: `${handle}-M-Blue`,
          options: ["M", "Blue"],
          compareAt: null,
          weightGrams: null,
          trackStock: false,
          continueSelling: true,
        },
      ],
    });
    expect(await db().execute(sql`select name from categories where id = ${made.categoryId}`)).toEqual([
      { name: type },
    ]);
    expect(await eventsOf(made.id)).toEqual(["product.created"]);

    // The same file again: nothing changes, and no events are emitted.
    expect(await startedImport(id)).toMatchObject({ counts: { created: 0, changed: 0, same: 1, refused: 0 } });
    expect(await productAt(handle)).toEqual(made);
    expect(await eventsOf(made.id)).toEqual(["product.created"]);
  });

  it("imports a product without options, even if older columns are missing", async () => {
    const handle = some("mug");
    const older =
      "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src".split(
        ",",
      );
    const row = shopifyProduct({
      Handle: handle,
      Published: "false",
      "Variant SKU": some("MUG"),
      "Variant Inventory Qty": 7,
    });
    expect(await imported("products", shopifyProducts([row], older))).toMatchObject({ counts: { created: 1 } });
    expect(await productAt(handle)).toMatchObject({ status: "draft", options: [], variants: [{ options: [] }] });
  });

  it("is read in the form of its template for new products", async () => {
    const handle = some("lamp");
    const file = csv(
      [
        "Title",
        "URL handle",
        "Description",
        "Status",
        "SKU",
        "Option1 name",
        "Option1 value",
        "Price",
        "Compare-at price",
        "Inventory tracker",
        "Continue selling when out of stock",
        "Weight value (grams)",
        "Product image URL",
      ],
      [
        "Lamp",
        handle,
        "Bright",
        "Draft",
        some("LAMP"),
        "Title",
        "Default Title",
        "999.5",
        "",
        "shopify",
        "TRUE",
        "1200",
        "",
      ],
    );
    expect(await imported("products", file)).toMatchObject({ layout: "shopify-template", counts: { created: 1 } });
    expect(await productAt(handle)).toMatchObject({
      status: "draft",
      variants: [{ price: { amountMinor: 99_950 }, continueSelling: true, weightGrams: 1200, options: [] }],
    });
  });

  // Handles hold letters of every script, and two that differ in those alone are two products.
  it("keeps handles apart that are no slugs here, and finds their stock", async () => {
    const location = await aStockroom();
    const [code] = await db().execute<{ code: string }>(sql`select code from locations where id = ${location}`);
    const word = some("x");
    const handles = [`コーヒー-${word}`, `紅茶-${word}`];
    const rows = handles.map((Handle) => shopifyProduct({ Handle }));
    expect(await imported("products", shopifyProducts(rows))).toMatchObject({ counts: { created: 2, refused: 0 } });
    const stock = csv(
      ["Handle", "Title", "Option1 Name", "Option1 Value", "SKU", "Location", "On hand"],
      ...handles.map((handle) => [handle, "", "Title", "Default Title", "", code!.code, 4]),
    );
    expect(await imported("stock", stock)).toMatchObject({ counts: { created: 2, refused: 0 } });
  });

  it("refuses what it cannot import, with row, column, text and reason, and never imports half of it", async () => {
    const sku = some("TAKEN");
    await aProduct({ variants: [{ sku }] });
    const [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map(some) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const file = shopifyProducts([
      shopifyProduct({ Handle: a, "Variant Price": "1,499.00" }),
      shopifyProduct({ Handle: b, "Variant SKU": sku, Type: `Of ${b}` }),
      shopifyProduct({ Handle: c, Status: "sold" }),
      shopifyProduct({ Handle: d, "Gift Card": "true" }),
      shopifyProduct({ Handle: e, "Option1 Name": "Size", "Option1 Value": "S" }),
      shopifyVariant({ Handle: e, "Option1 Value": "S", "Variant SKU": some("OTHER") }),
      shopifyProduct({ Handle: f, Title: "" }),
    ]);
    const done = await imported("products", file);
    expect(done.counts).toEqual({ created: 0, changed: 0, same: 0, refused: 6 });
    const said = (await rowsOf(done.id, "refused")).map(({ row, problems: [first] }) => [
      row,
      first!.column,
      first!.text,
    ]);
    expect(said).toEqual([
      [2, "Variant Price", "1,499.00"],
      [3, "Variant SKU", sku],
      [4, "Status", "sold"],
      [5, "Gift Card", "true"],
      [6, null, expect.stringContaining(" / S")],
      [8, "Title", ""],
    ]);
    expect(await db().execute(sql`select 1 from products where slug in (${a}, ${b}, ${c}, ${d}, ${e}, ${f})`)).toEqual(
      [],
    );
    expect(await db().execute(sql`select from categories where name = ${`Of ${b}`}`)).toEqual([]);
    // Mended, the refused rows can be sent as they are.
    const refusedRows = await (await fetch(done.refusedRows!.url)).text();
    const mended = refusedRows.replaceAll("1,499.00", "1499.00").replaceAll(`,${sku},`, `,${some("FREE")},`);
    expect((await imported("products", mended)).counts).toMatchObject({ created: 2, refused: 4 });
    expect(await db().execute(sql`select from categories where name = ${`Of ${b}`}`)).toHaveLength(1);
  });

  // The cells that such rows leave empty emptied its description and tags, and its other pictures were gone.
  it("refuses rows of a product without the one with its title, which changes nothing of it", async () => {
    const Handle = some("apart");
    const [photo, other] = ["https://x.example/1.jpg", "https://x.example/2.jpg"];
    const whole = shopifyProduct({ Handle, "Variant SKU": some("APART"), Tags: "linen", "Image Src": photo });
    expect((await imported("products", shopifyProducts([whole]))).counts).toMatchObject({ created: 1 });
    const picture = { Handle, "Image Src": other, "Image Position": 2 };
    const between = shopifyProduct({ Handle: some("between"), "Variant SKU": some("BETWEEN") });
    const done = await imported("products", shopifyProducts([picture, between, whole]));
    expect(done.counts).toEqual({ created: 1, changed: 0, same: 1, refused: 1 });
    expect(await rowsOf(done.id, "refused")).toMatchObject([
      { row: 2, about: Handle, problems: [{ column: "Title" }] },
    ]);
  });

  // Given back without its quotes, a text lost the blanks at its ends, and the product that was mended another one.
  it("gives a refused text back with the blanks at its ends", async () => {
    const [handle, text] = [some("indented"), "  Cool,\n in summer \n"];
    const rows = [text, "\tcode "].map((body, nth) => ({
      Handle: handle + nth,
      "Variant SKU": handle + nth,
      "Body (HTML)": body,
    }));
    const file = shopifyProducts(rows.map((row) => shopifyProduct({ ...row, "Variant Price": "1,499.00" })));
    const sent = file.replaceAll("\tcode ", '"\tcode "');
    const { refusedRows } = await imported("products", sent);
    const mended = (await (await fetch(refusedRows!.url)).text()).replaceAll("1,499.00", "1499.00");
    expect((await imported("products", mended)).counts).toMatchObject({ created: 2 });
    const found = [await productAt(`${handle}0`), await productAt(`${handle}1`)];
    expect(found.map(({ description }) => description)).toEqual([text, "\tcode "]);
  });

  // A price that was corrected here must not be reset to its value in the other store.
  it("overwrites nothing that was changed since, unless allowed to", async () => {
    const handle = some("vase");
    const rowOf = (price: string) => [
      shopifyProduct({ Handle: handle, "Variant SKU": handle, "Variant Price": price }),
    ];
    await imported("products", shopifyProducts(rowOf("10.00")));
    // It was not changed here: the later export counts.
    const second = await imported("products", shopifyProducts(rowOf("11.00")));
    expect(second.counts).toMatchObject({ changed: 1 });
    const made = await productAt(handle);
    expect(made).toMatchObject({ version: 2, variants: [{ price: { amountMinor: 1_100 } }] });
    expect(await eventsOf(made.id)).toEqual(["product.created", "product.updated"]);

    await call(product.edit, { id: made.id, title: "Vase, our own words" });
    const third = shopifyProducts(rowOf("12.00"));
    const refusedRun = await imported("products", third);
    expect(refusedRun.counts).toMatchObject({ changed: 0, refused: 1 });
    expect((await rowsOf(refusedRun.id, "refused"))[0]!.problems[0]!.why).toMatch(/title, vase-\w+ price\./);
    const id = await anUploadedImport("products", third, { options: { overwrite: true } });
    expect(await startedImport(id, { dryRun: true })).toMatchObject({ counts: { changed: 1 } });
    expect(await rowsOf(id)).toMatchObject([
      { before: { title: "Vase, our own words" }, after: { title: "Linen shirt", [`${handle} priceMinor`]: 1_200 } },
    ]);
    expect(await startedImport(id)).toMatchObject({ counts: { changed: 1 } });
    expect(await productAt(handle)).toMatchObject({ title: "Linen shirt", version: 4 });
  });

  // What the doctor repairs is derived from other records: neither has anyone changed it, nor is it in the file.
  it("overwrites a product whose stock was only repaired since", async () => {
    const handle = some("vase");
    const fileOf = (price: string) =>
      shopifyProducts([shopifyProduct({ Handle: handle, "Variant SKU": handle, "Variant Price": price })]);
    await imported("products", fileOf("10.00"));
    const { variants } = await productAt(handle);
    const place = { id: variants[0]!.id, locationId: (await aLocation()).id };
    await call(stock.receive, { ...place, quantity: 7, reason: "Bought." });
    await db().execute(sql`update stock_levels set on_hand = 8 where variant_id = ${place.id}`);
    await repair(system("doctor"));
    expect((await imported("products", fileOf("11.00"))).counts).toMatchObject({ changed: 1, refused: 0 });
  });

  // Without its SKU the row of a variant whose option was renamed here would make another variant.
  it("without SKUs finds its variants by those that it made for them, whatever their options are now", async () => {
    const Handle = some("sizes");
    const file = shopifyProducts([
      shopifyProduct({ Handle, "Option1 Name": "Size", "Option1 Value": "M" }),
      shopifyVariant({ Handle, "Option1 Value": "S" }),
    ]);
    expect((await imported("products", file)).counts).toMatchObject({ created: 1 });
    const made = await productAt(Handle);
    await call(variant.edit, { id: made.variants[1]!.id, options: ["Small"] });
    const again = await imported("products", file, { options: { overwrite: true } });
    expect(again.counts).toEqual({ created: 0, changed: 1, same: 0, refused: 0 });
    expect((await productAt(Handle)).variants).toMatchObject(
      made.variants.map(({ id, sku, options }) => ({ id, sku, options })),
    );
  });
});

describe("our own file of products", () => {
  it("may have few columns: what it does not name stays as it is", async () => {
    const { slug, variants } = await aProduct({
      description: "As it was",
      options: ["Size"],
      variants: [{ options: ["S"] }, { options: ["M"] }],
    });
    const file = csv(["handle", "sku", "price"], [slug, variants[0]!.sku, "12.34"], [slug, variants[1]!.sku, "56.78"]);
    expect((await imported("products", file)).counts).toMatchObject({ changed: 1 });
    expect(await productAt(slug)).toMatchObject({
      description: "As it was",
      variants: [
        { price: { amountMinor: 1_234 }, options: ["S"] },
        { price: { amountMinor: 5_678 }, options: ["M"] },
      ],
    });
  });

  // The export contains what the product has; its price could no longer be changed by a file.
  // A spreadsheet takes them for numbers, and the scanner would no longer find the product.
  // Without the column of their texts, all pictures lost them.
  it("keeps the texts of pictures if it has only their addresses, and so does Shopify's", async () => {
    const [a, b] = ["https://cdn.example.com/a.jpg", "https://cdn.example.com/b.jpg"];
    const columns = ["handle", "title", "sku", "price", "images"];
    const row = ["pictured", "Cup", "PICTURED", 1] as const;
    await imported("products", csv([...columns, "image texts"], [...row, a, "Front"]));
    expect(await imported("products", csv(columns, [...row, a]))).toMatchObject({ counts: { same: 1 } });
    const theirs = csv(["Handle", "Title", "Variant SKU", "Variant Price", "Image Src"], [...row, a]);
    expect(await imported("products", theirs)).toMatchObject({ layout: "shopify", counts: { same: 1 } });
    await imported("products", csv(columns, [...row, `${b}, ${a}`]));
    const [found] = await db().execute(sql`select images from products where slug = 'pictured'`);
    expect(found).toMatchObject({
      images: [
        { url: b, alt: "" },
        { url: a, alt: "Front" },
      ],
    });
  });

  it("is refused where a spreadsheet has removed zeros from a barcode or a customs code", async () => {
    const file = (barcode: string, hsCode: string) =>
      csv(["handle", "title", "sku", "price", "barcode", "hs code"], ["zeros", "Zeros", "ZEROS-1", 1, barcode, hsCode]);
    expect((await imported("products", file("012345678905", "09024020"))).counts).toMatchObject({ created: 1 });
    const done = await imported("products", file("12345678905", "9024020"), { options: { overwrite: true } });
    expect(done.counts).toMatchObject({ changed: 0, refused: 1 });
    expect((await rowsOf(done.id))[0]!.problems).toMatchObject([
      { column: "barcode", text: "12345678905", why: expect.stringContaining("It is 012345678905 here") },
      { column: "hs code", text: "9024020", why: expect.stringContaining("It is 09024020 here") },
    ]);
    // A UPC in place of the EAN that is the same with a zero before it: a spreadsheet would have taken both zeros.
    expect((await imported("products", file("0012345678905", "09024020"))).counts).toMatchObject({ changed: 1 });
    expect((await imported("products", file("012345678905", "09024020"))).counts).toMatchObject({ changed: 1 });
  });

  // Of all that a spreadsheet does this is done the most: the size 10-12 became 12-Oct, here and in every shop.
  it("is refused where a spreadsheet has taken a title, a SKU or an option for a date", async () => {
    const columns = ["handle", "title", "option 1 name", "option 1 value", "sku", "price"];
    const file = (title: string, ...variants: readonly (readonly [string, string])[]) =>
      csv(columns, ...variants.map(([size, sku], nth) => ["dates", nth ? "" : title, nth ? "" : "Size", size, sku, 1]));
    const before = file("9-11", ["10-12", "DATES-1"], ["12-14", "MAR1"], ["MAR-22", "MAR-2"]);
    expect((await imported("products", before)).counts).toMatchObject({ created: 1 });
    const after = file("11-Sep", ["12-Oct", "DATES-1"], ["12-14", "1-Mar"], ["MAR-22", "MAR-2"]);
    const done = await imported("products", after, { options: { overwrite: true } });
    expect(done.counts).toMatchObject({ changed: 0, refused: 1 });
    expect((await rowsOf(done.id))[0]!.problems).toMatchObject([
      { column: "title", text: "11-Sep" },
      { column: "option 1 value", text: "12-Oct", why: expect.stringContaining("It is 10-12 here") },
      {
        column: "sku",
        text: "1-Mar",
        why: expect.stringContaining("It is MAR1 here: a spreadsheet has taken it for a"),
      },
    ]);
    expect((await imported("products", before)).counts).toMatchObject({ same: 1 });
  });

  it.each([
    ["10. Dez", "10/12"],
    ["Mrz 24", "3/24"],
    ["10-déc.", "10/12"],
    ["mars-24", "3/2024"],
    ["10-dic", "10/12"],
    ["10/dez", "10/12"],
    ["10-mei", "10/5"],
    ["Mar-24", "3/24"],
    ["10月12日", "10-12"],
    ["10.Ara", "10-12"],
    // With a date and a number written out, products silently got another SKU.
    ["12/10/2026", "10-12"],
    ["2001/02/03", "1-2-3"],
    ["100000", "1E5"],
  ])("is refused where a spreadsheet has taken a SKU for a date, in whatever language: %s", async (text, sku) => {
    const file = (sku: string) =>
      csv(["handle", "title", "option 1 name", "option 1 value", "sku", "price"], ["day", "Day", "Size", "M", sku, 1]);
    expect((await imported("products", file(sku))).counts).toMatchObject({ refused: 0 });
    const done = await imported("products", file(text), { options: { overwrite: true } });
    expect(done.counts).toMatchObject({ changed: 0, refused: 1 });
    expect((await rowsOf(done.id))[0]!.problems).toMatchObject([{ column: "sku", text }]);
    // “Set” is short for September in Italian, but spreadsheets do not write dates like this.
    const renamed = await imported("products", file("10 Set"), { options: { overwrite: true } });
    expect(renamed.counts).toMatchObject({ changed: 1 });
    expect((await imported("products", file(sku), { options: { overwrite: true } })).counts.refused).toBe(0);
  });

  it("is changed if its new number shows that no spreadsheet did it", async () => {
    const columns = ["handle", "title", "option 1 name", "option 1 value", "sku", "price"];
    const file = (sku: string) => csv(columns, ["gifts", "Gifts", "Size", "M", sku, 1]);
    expect((await imported("products", file("SET-09"))).counts).toMatchObject({ created: 1 });
    const done = await imported("products", file("SET-10"), { options: { overwrite: true } });
    expect(done.counts).toMatchObject({ changed: 1, refused: 0 });
  });

  // Shoe sizes and numbered shelves: only missing zeros at the beginning of codes were noticed.
  it("is refused where a spreadsheet has removed zeros from a SKU, an option or a customs code", async () => {
    const columns = ["handle", "title", "option 1 name", "option 1 value", "sku", "price", "hs code"];
    const file = (...variants: readonly (readonly [size: string, sku: string, hsCode: string])[]) =>
      csv(
        columns,
        ...variants.map(([size, sku, code], nth) => [
          ...["sizes", nth ? "" : "Sizes", nth ? "" : "Size"],
          ...[size, sku, 1, code],
        ]),
      );
    const before = file(["08", "1.10", "6109.1010"], ["7.50", "20.0", "6109.10"], ["10", "100", "610910"]);
    expect((await imported("products", before)).counts).toMatchObject({ created: 1 });
    const options = { overwrite: true };
    const damaged = file(["8", "1.10", "6109.101"], ["7.50", "20", "6109.10"], ["10", "100", "610910"]);
    const done = await imported("products", damaged, { options });
    expect(done.counts).toMatchObject({ changed: 0, refused: 1 });
    expect((await rowsOf(done.id))[0]!.problems).toMatchObject([
      { column: "hs code", text: "6109.101", why: expect.stringContaining("It is 6109.1010 here") },
      { column: "option 1 value", text: "8", why: expect.stringContaining("It is 08 here") },
      {
        column: "sku",
        text: "20",
        why: expect.stringContaining("It is 20.0 here: a spreadsheet has removed the zeros"),
      },
    ]);
    // 80 and 1 are other sizes; 7.5 is 7.50 without its zero.
    const renamed = file(["80", "1.10", "6109.1010"], ["7.5", "20.0", "6109.10"], ["1", "100", "610910"]);
    expect((await rowsOf((await imported("products", renamed, { options })).id))[0]!.problems).toMatchObject([
      { column: "option 1 value", text: "7.5" },
    ]);
  });

  it("keeps a product's vendor and tax rates, even if another has the same name or the rate is archived", async () => {
    const [name, rate, gone] = [some("Acme"), some("Low"), some("Gone")];
    await call(vendor.create, { name: name.toUpperCase() });
    await call(tax.create, { name: rate, basisPoints: 500 });
    const vendorId = (await call(vendor.create, { name })).body.id;
    const [low, archived] = [
      (await call(tax.create, { name: rate.toUpperCase(), basisPoints: 600 })).body.id,
      (await call(tax.create, { name: gone, basisPoints: 700 })).body.id,
    ];
    const { slug, variants } = await aProduct({
      vendorId,
      options: ["Size"],
      variants: [
        { options: ["S"], taxRateId: low },
        { options: ["M"], taxRateId: archived },
      ],
    });
    expect((await call(tax.remove, { id: archived })).body).toEqual({ archived: true });
    const columns = ["handle", "vendor", "sku", "option 1 value", "price", "tax rate"];
    const [{ sku: s }, { sku: m }] = variants as [product.Variant, product.Variant];
    const rows = [
      [slug, name, s, "S", 9, rate],
      [slug, name, m, "M", 9, gone],
    ];
    expect(await imported("products", csv(columns, ...rows))).toMatchObject({ counts: { changed: 1, refused: 0 } });
    expect(await productAt(slug)).toMatchObject({
      vendorId,
      variants: [
        { price: { amountMinor: 900 }, taxRateId: low },
        { price: { amountMinor: 900 }, taxRateId: archived },
      ],
    });
    // A new one has none of them: it is unknown which is meant.
    const done = await imported(
      "products",
      csv([...columns, "title"], [some("new"), name, some("N"), "", 9, gone, "New"]),
    );
    expect((await rowsOf(done.id)).map(({ problems }) => problems.map(({ why }) => why))).toEqual([
      [
        "Several have this name, so it is not clear which one is meant.",
        "There is no such tax rate here: create it first.",
      ],
    ]);
  });

  // The export contains what each had when it was archived; the product could no longer be changed by a file.
  it("takes archived variants with the values that they have, and others with one for each option", async () => {
    const { id, slug, variants } = await aProduct({
      status: "draft",
      options: ["Size"],
      variants: [{ options: ["S"] }],
    });
    const [{ id: variantId, sku }] = variants as [product.Variant];
    await receives({ variantId, locationId: await aStockroom() }, 1);
    await call(variant.remove, { id: variantId });
    await call(product.edit, { id, options: ["Size", "Colour"] });
    const columns = [
      "handle",
      "option 1 name",
      "option 2 name",
      "sku",
      "option 1 value",
      "option 2 value",
      "price",
      "archived",
    ];
    const file = (archived: string) => csv(columns, [slug, "Size", "Colour", sku, "S", "", "100.00", archived]);
    expect(await imported("products", file("yes"))).toMatchObject({ counts: { same: 1, refused: 0 } });
    const back = await imported("products", file("no"));
    expect((await rowsOf(back.id))[0]).toMatchObject({ outcome: "refused", problems: [{ column: "option 1 value" }] });
  });

  // Its second option was removed, and with it what told its variants apart.
  it.each([
    ["our own", ["handle", "title", "option 1 name", "option 1 value", "sku", "price"], "option 2 name"],
    ["Shopify's", ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant SKU", "Variant Price"], "Option2 Name"],
  ])("keeps a second option if a file of %s layout has no columns for it", async (_, columns, second) => {
    const { slug, variants } = await aProduct({
      options: ["Size", "Colour"],
      variants: [{ options: ["S", "Red"] }, { options: ["S", "Blue"] }],
    });
    const [red, blue] = variants.map(({ sku }) => sku);
    const file = (name: string, ...skus: (string | undefined)[]) =>
      csv(columns, ...skus.map((sku, nth) => [slug, nth === 0 ? "Tee" : "", nth === 0 ? name : "", "M", sku ?? "", 9]));
    const options = { overwrite: true };
    expect((await imported("products", file("Width", red, blue), { options })).counts).toMatchObject({ changed: 1 });
    const now = { options: ["Width", "Colour"], variants: [{ options: ["M", "Red"] }, { options: ["M", "Blue"] }] };
    expect(await productAt(slug)).toMatchObject(now);
    for (const other of [file("Width", red, some("new")), file("Colour", red)]) {
      const done = await imported("products", other, { options });
      const why = `The product also has the option Colour here, and the file has no column “${second}”`;
      expect((await rowsOf(done.id))[0]?.problems).toMatchObject([{ why: expect.stringContaining(why) }]);
    }
    expect(await productAt(slug)).toMatchObject(now);
  });

  // Shopify's files have three options. What told such variants apart was removed.
  it("keeps a fourth option, for which Shopify's files have no columns, or refuses the product", async () => {
    const { slug, variants } = await aProduct({
      options: ["Size", "Colour", "Cut", "Cloth"],
      variants: [{ options: ["S", "Red", "Slim", "Wool"] }],
    });
    const columns = [1, 2, 3].flatMap((nth) => [`Option${nth} Name`, `Option${nth} Value`]);
    const file = (cut: string, sku: string) =>
      csv(
        ["Handle", "Title", ...columns, "Variant SKU", "Variant Price"],
        [slug, "Coat", "Size", "S", "Colour", "Red", "Cut", cut, sku, 9],
      );
    const options = { overwrite: true };
    expect((await imported("products", file("Wide", variants[0]!.sku), { options })).counts).toMatchObject({
      changed: 1,
    });
    expect(await productAt(slug)).toMatchObject({ variants: [{ options: ["S", "Red", "Wide", "Wool"] }] });
    const done = await imported("products", file("Slim", some("new")), { options });
    expect((await rowsOf(done.id))[0]?.problems).toMatchObject([
      { why: expect.stringContaining("the option Cloth here, and such a file has only 3 options") },
    ]);
  });

  // A cell copied in a spreadsheet stopped not only its row, but the whole file, for good.
  it("is refused if it names one of the store's pictures twice, and the next product is imported", async () => {
    const { slug, variants, images } = await aProductWithImages(1);
    const [{ url }] = images as [product.Image];
    const fresh = some("next");
    const columns = ["handle", "title", "sku", "price", "images"];
    const file = csv(columns, [slug, "Twice", variants[0]!.sku, 9, `${url}, ${url}`], [fresh, "Next", fresh, 9, ""]);
    const done = await imported("products", file);
    expect(done).toMatchObject({ status: "done", counts: { created: 1, refused: 1 } });
    expect((await rowsOf(done.id))[0]).toMatchObject({
      problems: [{ column: "images", text: url, why: "It is not a picture of this product, or is listed twice." }],
    });
    expect(await productAt(slug)).toMatchObject({ images: [{ url }] });
  });

  it("refuses what it cannot import, with column, text and reason, and the dry run says so", async () => {
    const [untitled, empty, twice] = ["untitled", "empty", "twice"].map(some) as [string, string, string];
    const sku = some("TWICE");
    const [again, stocked, outdated] = [await aProduct(), await aProduct(), await aProduct()];
    const [known, kept] = [again, stocked].map(({ variants }) => variants[0]!.sku) as [string, string];
    await receives({ variantId: stocked.variants[0]!.id, locationId: await aStockroom() }, 1);
    const half = await aProduct({ options: ["Size"], variants: [{ options: ["S"] }, { options: ["M"] }] });
    const [small, medium] = half.variants.map((one) => one.sku) as [string, string];
    const taken = `Another variant already has this SKU, of the product “${half.slug}”. If that product gives it up in this file, import the file a second time.`;
    const plain = await aProduct({ options: ["Size"], variants: [{ options: ["S"] }, { options: ["M"] }] });
    const [sized, other] = plain.variants.map((one) => one.sku) as [string, string];
    const columns = ["handle", "version", "title", "status", "sku", "price", "stock is tracked"];
    const options = ["option 1 name", "option 1 value", "option 2 name", "option 2 value"];
    const none = ["", "", "", ""];
    const file = csv(
      [...columns, ...options],
      [untitled, "", "", "", untitled, 9, "", ...none],
      [empty, "", "Empty", "active", "", "", "", ...none],
      [twice, "", "Twice", "", sku, 9, "", "Size", "S", "", ""],
      [twice, "", "", "", sku, 9, "", "", "M", "", ""],
      [again.slug, "", "", "", known, 9, "", ...none],
      [again.slug, "", "", "", known, 8, "", ...none],
      [stocked.slug, "", "", "", kept, 9, "no", ...none],
      [outdated.slug, 0, "", "", outdated.variants[0]!.sku, 9, "", ...none],
      [half.slug, "", "", "", small, 9, "", "Size", "S", "Colour", "Red"],
      [some("short"), "", "Short", "", some("SHORT"), 9, "", "Size", "", "", ""],
      [plain.slug, "", "", "", sized, 9, "", ...none],
      // As if a spreadsheet had made another handle of the product's.
      [some("other"), "", "Other", "", medium, 9, "", ...none],
    );
    const id = await anUploadedImport("products", file, { options: { overwrite: true } });
    for (const dryRun of [true, false]) {
      expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 0, changed: 0, same: 0, refused: 10 });
      const refused = (await rowsOf(id)).map(({ row, problems }) => [
        row,
        problems.map(({ column, text, why }) => [column, text, why]),
      ]);
      expect(refused).toEqual([
        [2, [["title", null, "A new product needs a title in its first row."]]],
        [3, [["status", "active", "A product without variants cannot be active."]]],
        [4, [["sku", sku, "Two variants of the product have this SKU."]]],
        [6, [[null, null, `Row 7 is about variant ${known}, and so is a row above it.`]]],
        [8, [[null, kept, "It has stock, or orders are waiting for it, so its stock must be tracked."]]],
        [9, [["version", "0", "No product has this version."]]],
        [10, [[null, "M", `Variant ${medium} needs one value for each option: Size, Colour.`]]],
        [11, [["option 1 value", "", "One value is needed for each option: Size."]]],
        [12, [[null, "M", `The product has no options, so its variant ${other} can have no values for them.`]]],
        [13, [["sku", medium, taken]]],
      ]);
    }
    expect(await productAt(stocked.slug)).toMatchObject({ version: stocked.version, variants: [{ trackStock: true }] });
  });

  it("is refused if the product's version differs from the file's", async () => {
    const { id, slug, variants } = await aProduct();
    const file = csv(["handle", "version", "sku", "price"], [slug, 1, variants[0]!.sku, "12.34"]);
    await call(product.edit, { id, title: "Changed meanwhile" });
    expect((await imported("products", file)).counts).toMatchObject({ refused: 1 });
    expect((await imported("products", file, { options: { overwrite: true } })).counts).toMatchObject({ changed: 1 });
  });
});
