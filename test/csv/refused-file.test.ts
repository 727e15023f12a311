/** The file of refused rows is sent again: as it is it changes nothing, and mended it says what the person meant. */

import { beforeAll, describe, expect, it } from "vitest";
import type * as imports from "#core/contract/import";
import * as products from "#core/contract/product";
import { call } from "../support/call.ts";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import { csv, imported, rowsOf } from "../support/given/imports.ts";
import { newestColumns, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { shopifyProduct, shopifyProducts } from "../support/given/shopify-products.ts";
import fc from "../support/harness/properties.ts";

beforeAll(async () => {
  await aLocation({ code: "HALL", name: "Hall" });
  await aProduct({ variants: [{ sku: "AGAIN-1", priceMinor: 100 }] });
});

/** Its problems without the numbers of rows and lines, which are those of each file; and the refused rows as a file. */
async function refusedBy(kind: imports.ImportKind, file: string | Uint8Array) {
  const { id, counts, refusedRows } = await imported(kind, file);
  const rows = await rowsOf(id, "refused");
  const why = rows.map(({ problems }) =>
    problems.map((one) => `${one.column ?? "-"} ${one.text ?? ""}: ${one.why.replace(/(Line|row) \d+/g, "$1 …")}`),
  );
  const refused = refusedRows ? await (await fetch(refusedRows.url)).text() : "";
  return { why, counts, file: refused, rows: rows.map(({ row }) => row) };
}

const withoutReasons = (file: string) =>
  file.replace(/^(?:\d+|Refused row)[,;\t|](?:"(?:[^"]|"")*"|[^,;\t|]*)[,;\t|]/gm, "");
const product = (handle: string, said: Parameters<typeof shopifyProduct>[0]) =>
  shopifyProduct({ Handle: handle, "Variant SKU": handle, ...said });

describe("sent again as it is, it is refused again for the same reasons", () => {
  const stock = (rows: string) => `sku,location,on hand,reason\n${rows}`;
  it.each<[string, imports.ImportKind, string | Uint8Array]>([
    ["a row that is too short", "stock", stock("AGAIN-1,HALL,1\n")],
    ["a row that is too long", "stock", stock("AGAIN-1,HALL,1,counted,twice\n")],
    ["half a row, whose text has a line break without quotes", "stock", stock("AGAIN-1,HALL,1,one\ntwo\n")],
    ["a stray quote", "stock", stock('AGAIN-1,HALL,1,"5" nail\n')],
    ["a stray quote before a separator", "stock", stock('"AGAIN-1"",",HALL,1,"a"",b"c\n')],
    ["a stray quote behind blanks", "stock", stock('AGAIN-1,HALL,1,"5" "x"\n')],
    ["a stray quote, and the rest of its text", "stock", stock('AGAIN-1,HALL,1,"Said "hi",\nAGAIN-1,HALL,2,all"\n')],
    ["a stray quote between semicolons", "stock", 'sku;location;on hand;reason\nAGAIN-1;HALL;1;"5" nail, long\n'],
    ["a stray quote between tabs", "stock", 'sku\tlocation\ton hand\treason\nAGAIN-1\tHALL\t1\t"5" nail|"=1"\n'],
    ["a stray quote in UTF-16", "stock", Buffer.from(`\uFEFF${stock('AGAIN-1,HALL,1,"5" nail\n')}`, "utf16le")],
    ["a NUL byte", "stock", stock("AGAIN-1,HALL\0,1,\n")],
    ["a stray quote and a NUL byte", "stock", stock('AGAIN-1,HALL,1,"5" \0\n')],
    ["formulas", "stock", stock("=1+1,'@HALL,-x,'''+2\n")],
    ["a column with the name of a formula", "stock", "sku,location,on hand,=1+1\nNONE,HALL,1,-a\n"],
    [
      "formulas of another store",
      "products",
      shopifyProducts([product("again-2", { "Body (HTML)": "=1+1", Tags: "'=a", "Variant Price": "1,000" })]),
    ],
    ["an order", "orders", shopifyOrders([shopifyRow({ Name: "=N1", Notes: "'-x", Total: "?" })], newestColumns)],
    ["a customer", "customers", "email,name,note\nnobody,-Anna,'=1\n"],
  ])("%s", async (_, kind, file) => {
    const first = await refusedBy(kind, file);
    expect(first.why.length).toBeGreaterThan(0);
    const second = await refusedBy(kind, first.file);
    expect(second.why).toEqual(first.why);
    expect(second.counts).toMatchObject({ created: 0, changed: 0, refused: first.counts.refused });
    expect(withoutReasons(second.file)).toBe(withoutReasons(first.file));
    // A spreadsheet runs nothing in it.
    expect(first.file).not.toMatch(/(^|[,;|\t\r\n"])[=+@＝＋－＠]|[,;|\t"]-[^\d]/);
  });
});

// A spreadsheet fills short rows up when it saves them: half a row was then taken for a whole one.
it("a row that is too short is refused again after a spreadsheet has filled it up, until its cells are", async () => {
  const first = await refusedBy(
    "stock",
    "sku,location,on hand,reason,expected on hand\nAGAIN-1,HALL,8\nAGAIN-1,HALL\n",
  );
  const filledUp = (file: string) =>
    file
      .split("\r\n")
      .map((line) => line && line + ",".repeat(7 - line.replace(/"[^"]*"/g, "").split(",").length))
      .join("\r\n");
  const second = await refusedBy("stock", filledUp(first.file));
  expect(second.why).toEqual(first.why);
  expect(second.why).toMatchObject([[/has 3 fields/], [/has 2 fields/]].map(([one]) => [expect.stringMatching(one!)]));
  const missing = /\(missing[^,]*/;
  expect(second.file).toMatch(missing);
  const [header, one = ""] = filledUp(second.file).split("\r\n");
  const mended = await imported("stock", `${header}\r\n${one.replace(missing, "counted")}\r\n`);
  expect(mended.counts).toMatchObject({ changed: 1, refused: 0 });
});

it("sent again as it is, it is refused again whatever it contains", { timeout: 120_000 }, async () => {
  const signs = ['"', '"', ",", ",", ";", "\t", " ", "'", "=", "-", "@", "a", "\n", "\r\n", "＝", "🙂"];
  const row = fc.string({ unit: fc.constantFrom(...signs), maxLength: 14 });
  const rows = fc.array(row, { minLength: 60, maxLength: 60 });
  const again = async (all: readonly string[], delimiter: string) => {
    const file = ["sku", "location", "on hand", "x"].join(delimiter);
    const first = await refusedBy("stock", `${file}\n${all.join("\n")}\n`);
    fc.pre(first.counts.refused > 0);
    const second = await refusedBy("stock", first.file);
    expect(second.why).toEqual(first.why);
    expect(withoutReasons(second.file)).toBe(withoutReasons(first.file));
  };
  await fc.assert(fc.asyncProperty(rows, fc.constantFrom(",", ";", "\t", "|"), again), {
    numRuns: 4,
    endOnFailure: true,
  });
});

describe("mended, it is accepted", () => {
  it("with the texts that were meant, whatever they begin with", async () => {
    const texts = ["=1+1", "'=1+1", "''+x", "-a; =b"];
    const rows = texts.map((text, nth) => product(`mended-${nth}`, { "Body (HTML)": text, "Variant Price": "1,000" }));
    const { file } = await refusedBy("products", shopifyProducts(rows));
    // The second file is refused too: a third has the same texts.
    const { file: again } = await refusedBy("products", file);
    expect((await imported("products", again.replaceAll('"1,000"', "1.00"))).counts).toMatchObject({ created: 4 });
    expect(await Promise.all(texts.map((_, nth) => descriptionOf(`mended-${nth}`)))).toEqual(texts);
  });

  it("in our own layout too, even without its first two columns", async () => {
    const header = "handle,title,description,sku,price\n";
    const { file } = await refusedBy("products", `${header}own-mended,Tea,'=1+1,OWN-MENDED,x\n`);
    const mended = file.replace(/,x\r\n/, ",5\r\n");
    expect((await imported("products", withoutReasons(mended))).counts).toMatchObject({
      created: 1,
    });
    expect(await descriptionOf("own-mended")).toBe("=1+1");
    expect((await imported("products", mended)).counts).toMatchObject({ same: 1 });
  });

  it("once the quote is doubled, and once a missing field is there", async () => {
    await aProduct({ variants: [{ sku: "AGAIN-3", priceMinor: 100 }] });
    const { file } = await refusedBy("stock", 'sku,location,on hand,reason\nAGAIN-1,HALL,3,"5" nail\nAGAIN-3,HALL,4\n');
    const mended = file.replace('"5" nail', '"5"" nail"').replace("HALL,4", "HALL,4,");
    expect((await imported("stock", mended)).counts).toMatchObject({ refused: 0 });
  });

  it("with its first columns moved or written in capitals by a spreadsheet, and behind a second header", async () => {
    const { file } = await refusedBy("stock", csv(["sku", "location", "on hand"], ["AGAIN-9", "HALL", 1]));
    const [header = "", row = ""] = file.replace("\uFEFF", "").replaceAll("AGAIN-9", "AGAIN-1").split("\r\n");
    const joined = `${header}\n${row}\n${header}\n`;
    expect((await imported("stock", joined)).counts).toMatchObject({ refused: 0 });
    const moved = "sku,location,REFUSED ROW,on hand,refused because\nAGAIN-1,HALL,2,7,no\n";
    expect((await imported("stock", moved)).counts).toMatchObject({ changed: 1, refused: 0 });
  });
});

// An empty cell, or one of several, was quoted as “null”.
it("quotes the text of a cell only where there is one", async () => {
  const columns = ["price list", "from", "to", "sku", "price"];
  const [from, to] = ["2027-02-01T00:00:00Z", "2027-01-01T00:00:00Z"];
  const { file } = await refusedBy(
    "priceLists",
    csv(columns, ["Late", from, to, "AGAIN-1", 1], ["", "", "", "AGAIN-1", 1]),
  );
  const reasons = file
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[1]);
  expect(reasons).toEqual([
    "to: A list must end after it begins.",
    "price list: A name is needed: one line of at most 100 characters.",
  ]);
});

const descriptionOf = async (slug: string) => {
  const { items } = (await call(products.list, { q: slug })).body;
  return (await call(products.read, { id: items[0]!.id })).body.description;
};
