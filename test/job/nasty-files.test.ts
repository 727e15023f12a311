/**
 * Files as people really send them: re-saved, sorted, joined, translated, of the wrong kind. Each gets an answer that a
 * shop clerk understands.
 */

import { beforeAll, describe, expect, it } from "vitest";
import * as customers from "#core/contract/customer";
import * as groups from "#core/contract/group";
import type * as imports from "#core/contract/import";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import { csvLine } from "#core/contract/values/csv-line";
import { customerImport } from "#core/customer-import/customer-import";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { auditExport, paymentsExport } from "#core/export/records";
import { movementsExport } from "#core/export/stock";
import { type Batch, batchesOf } from "#core/job/import-file/batches";
import { headersIn } from "#core/job/import-file/header-again";
import { type ImportCursor, openImport } from "#core/job/import-file/open-import";
import { call } from "../support/call.ts";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { newestColumns, shopifyLine, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { shopifyProduct, shopifyProducts, shopifyVariant } from "../support/given/shopify-products.ts";

const exportOf = (what: string) => `This is an export of ${what}, which cannot be imported.`;

let numbers = 0;
const aNumber = () => `#N${++numbers}`;
const oneOrder = (said: Parameters<typeof shopifyRow>[0] = {}) =>
  shopifyOrders([shopifyRow({ Name: aNumber(), ...said })], newestColumns);
/** The problems of the refused rows, the same in the dry run and the real one. */
async function refusedBy(kind: imports.ImportKind, file: string | Uint8Array) {
  const id = await anUploadedImport(kind, file);
  const { counts } = await startedImport(id, { dryRun: true });
  const refused = await rowsOf(id, "refused");
  expect(await startedImport(id)).toMatchObject({ status: "done", counts });
  expect(await rowsOf(id, "refused")).toEqual(refused);
  return refused.map(({ row, problems }) => [row, ...problems.map(({ column, why }) => `${column ?? "-"}: ${why}`)]);
}

beforeAll(async () => {
  await aLocation({ code: "HALL", name: "Hall" });
  await aProduct({ variants: [{ sku: "NASTY-1", priceMinor: 100 }] });
});

describe("a header is known", () => {
  const [header = "", row = ""] = oneOrder().split("\n");
  it.each([
    ["in lower case", header.toLowerCase()],
    ["in capitals", header.toUpperCase()],
    [
      "with blanks in and around its names",
      header
        .split(",")
        .map((name) => ` ${name.replace(" ", "  ")} `)
        .join(","),
    ],
    ["behind the line that tells one spreadsheet what stands between fields", `sep=,\n${header}`],
    ["with empty columns behind it", `${header},,,`],
    ["below rows of a spreadsheet that are empty", `,,,\n\n , \n${header}`],
    [
      "with blanks around its quotes",
      header
        .split(",")
        .map((name) => ` "${name}" `)
        .join(","),
    ],
  ])("%s", async (_, found) => {
    const one = row.replace(/^[^,]*/, aNumber());
    expect(await imported("orders", `${found}\n${one}\n`)).toMatchObject({ layout: "shopify", counts: { created: 1 } });
  });

  it("even between rows, where two files were joined: it is not an order", async () => {
    const [first, second] = [oneOrder(), oneOrder()];
    expect(await imported("orders", first + second)).toMatchObject({ rows: 2, counts: { created: 2, refused: 0 } });
  });

  // Below it a price was taken for a cost, and where Excel leaves rows short a phone number was removed.
  it.each([
    ["fewer", csv(["handle", "title", "sku", "price"], ["joined-1", "Tea", "JOINED-1", 9])],
    ["more", csv(["handle", "title", "sku", "price", "cost", "tags"], ["joined-3", "Tea", "JOINED-3", 9, 5, ""])],
    [
      "as many, in another order",
      csv(["Handle", "Title", "sku", "cost", "price"], ["joined-2", "Tea", "JOINED-2", 5, 9]),
    ],
  ])("but not if they are %s: the file is read up to there", async (_, below) => {
    const above = csv(["handle", "title", "sku", "price", "cost"], ["above", "Tea", "ABOVE-1", 9, 5]);
    const done = await imported("products", above + below);
    const says = expect.stringMatching(/^Row 3 names columns again/);
    expect(done).toMatchObject({ status: "failed", says, rows: 1, counts: { refused: 0 } });
    expect(await db().execute(sql`select 1 from products where slug ~ '^joined'`)).toEqual([]);
  });

  it("but a customer whose name and note are names of columns is a customer", async () => {
    const file = csv(["email", "name", "note", "tags"], ["names@example.com", "Name", "email", "email"]);
    expect(await imported("customers", file)).toMatchObject({ status: "done", rows: 1, counts: { created: 1 } });
  });

  // In 200,000 rows of forty columns, looking at all fields took five seconds.
  it("by one field of a row, unless that is a column's name", () => {
    const looked: unknown[] = [];
    const fields = new Proxy(["tea", "handle", "9"], {
      get: (row, place) => {
        looked.push(place);
        return Reflect.get(row, place) as unknown;
      },
    });
    const header = ["handle", "sku", "price"];
    const needs = header.slice(1);
    expect(headersIn(header, { needs, reads: header, groupedBy: "handle" })(fields)).toBeUndefined();
    expect(looked).toEqual(["0"]);
    expect(headersIn(header, { needs, reads: header })(["", "Price ", "SKU"])).toBe("others");
    expect(headersIn(header, { needs: [], reads: [] })(["", "handle"])).toBeUndefined();
  });

  it("with an underscore for a blank", async () => {
    const file = csv(["EMAIL", "Name", "accepts_marketing"], ["underscore@example.com", "Asha", "yes"]);
    await imported("customers", file);
    const found = await db().execute(sql`
      select accepts_marketing as yes from customers where email = 'underscore@example.com'`);
    expect(found).toEqual([{ yes: true }]);
  });

  it("of our own stock file in capitals is not taken for another store's", async () => {
    expect(await imported("stock", "SKU,Location,On Hand\nNASTY-1,Hall,4\n")).toMatchObject({
      layout: "own",
      counts: { created: 1 },
    });
    expect(await imported("stock", "sku|location|on hand\nNASTY-1|HALL|5\n")).toMatchObject({ counts: { changed: 1 } });
  });
});

// It was kept as it is: no carrier delivers there by that name, and no form took the address again.
it("the United Kingdom as people write it is its code", async () => {
  const address = ["1 Mill Lane", "Bath", "BA1 1AA", "uk"];
  const own = ["address 1", "city", "postal code", "country"];
  const theirs = ["Address1", "City", "Zip", "Country Code"].map((name) => `Default Address ${name}`);
  await imported("customers", csv(["email", "name", ...own], ["uk1@example.com", "Asha", ...address]));
  await imported(
    "customers",
    csv(["First Name", "Last Name", "Email", ...theirs], ["A", "B", "uk2@example.com", ...address]),
  );
  await imported("orders", oneOrder({ Email: "uk3@example.com", "Shipping Country": "UK" }));
  const found = await db().execute(sql`
    select addresses -> 0 ->> 'country' as country from customers where email ~ '^uk[12]@'
    union all select address ->> 'country' from orders where email = 'uk3@example.com'`);
  expect(found).toEqual([{ country: "GB" }, { country: "GB" }, { country: "GB" }]);
});

// Programs write codes as formulas, so that a spreadsheet does not take their zeros away.
it("a SKU that is written as a formula is the text in it", async () => {
  await aProduct({ variants: [{ sku: "00123", priceMinor: 100 }] });
  expect(await imported("stock", 'sku,location,on hand\n="00123",HALL,4\n')).toMatchObject({ counts: { created: 1 } });
  const quoted = 'sku;location;on hand\n"=""00123""";"=""HALL""";5\n';
  expect(await imported("stock", quoted)).toMatchObject({ counts: { changed: 1 } });
  const file = 'Handle,Title,Variant SKU,Variant Price\nmug,Mug,="00124",5.00\n';
  expect(await imported("products", file)).toMatchObject({ layout: "shopify", counts: { created: 1 } });
  expect(await db().execute(sql`select sku from variants where sku like '%00124%'`)).toMatchObject([{ sku: "00124" }]);
});

// A damaged disk or a program's fault leaves them behind. One ended the import, with all rows below it and hundreds above.
it("a NUL byte refuses its row, and no other", async () => {
  const file = "sku,location,on hand,reason,note\nNASTY-1,\0HALL,8,,\nNASTY-1,HALL,9,,\0\n\0\0\0\0";
  expect(await refusedBy("stock", file)).toEqual([
    [2, "location: It has a NUL byte, which is shown as ␀: remove that, and what else is damaged around it."],
    [4, expect.stringMatching(/^-: The row has 1 field, and the header 5/)],
  ]);
  expect(await imported("stock", "sku,location,on hand\nNASTY-1,HALL,9\n")).toMatchObject({ counts: { same: 1 } });
});

// Data tools turn a column of whole numbers into 7.0 as soon as one of its cells is empty.
it("a quantity of 7.0 is seven", async () => {
  const done = await imported("stock", "sku,location,on hand\nNASTY-1,HALL,7.0\n");
  expect(done.counts).toMatchObject({ refused: 0 });
  expect(await imported("stock", "sku,location,on hand\nNASTY-1,HALL,7\n")).toMatchObject({ counts: { same: 1 } });
});

// A description with a photograph in it stopped the file: what was below it could not be imported.
// A row whose first field is lost may be of the product above, which is then refused as well.
it("a row of more than 2 MB is refused, and the file goes on below it", async () => {
  const photograph = `"<img src=""data:${"A".repeat(2_200_000)}"">"`;
  const rows = [`l-1,L-1,1,One,${photograph}`, `l-2,L-2,1,Two,`, `${photograph},L-3,1,Three,`, `l-4,L-4,1,Four,\n`];
  const done = await imported("products", `handle,sku,price,title,description\n${rows.join("\n")}`);
  expect(done).toMatchObject({ status: "done", counts: { created: 1, refused: 2 } });
  const refused = await rowsOf(done.id, "refused");
  const why = expect.stringMatching(/^The row is larger than 2 MB, down to line 2\. Is there a picture in a text/);
  expect(refused[0]).toMatchObject({ row: 2, about: "l-1", problems: [{ column: null, why }] });
  const plain = await imported(
    "stock",
    `sku,location,on hand,note\n"L-4",HALL,1,${"A".repeat(2_200_000)}\n${"B".repeat(2_200_000)},,,\n`,
  );
  const whys = (await rowsOf(plain.id, "refused")).map(({ problems }) => problems.at(0)?.why);
  expect(whys).toEqual([
    "The row is larger than 2 MB, down to line 2. Is there a picture in a text, or is a quote that opens in line 2 never closed there?",
    "The row is larger than 2 MB, down to line 3. Is there a picture in a text?",
  ]);
  const file = await (await fetch(done.refusedRows?.url ?? "")).text();
  expect(file).toContain(",l-1,L-1,1,One,(missing: enter the value or delete this text)");
  expect(await imported("products", file)).toMatchObject({ counts: { created: 0, changed: 0, refused: 2 } });
});

// Of a short file nothing was imported, and of a long one all rows above but up to some thousands.
it("a file with a quote that never closes is imported up to there, but for what may go on behind it", async () => {
  const rows = ["q-1,One,Size,S,q-1-s,1", "q-1,,,M,q-1-m,1", "q-2,Two,Size,S,q-2-s,1", "q-2,,,M,q-2-m,1"];
  const file = ["handle,title,option 1 name,option 1 value,sku,price", ...rows, "q-3,Three,Size,S,q-3-s,1\n"].join(
    "\n",
  );
  const id = await anUploadedImport("products", file.replace(",M,q-2-m", ',"M,q-2-m'));
  for (const dryRun of [true, false]) {
    expect(await startedImport(id, { dryRun })).toMatchObject({
      status: "failed",
      says: "Row 5, which begins in line 5, has a quote that never closes: it opens in line 5.",
      rows: 2,
      counts: { created: 1, refused: 0 },
    });
  }
  expect(await imported("products", file)).toMatchObject({
    status: "done",
    counts: { created: 2, same: 1, refused: 0 },
  });
  const stock = await imported("stock", 'sku,location,on hand\nNASTY-1,HALL,21\n"NASTY-2,HALL,22\n');
  expect(stock).toMatchObject({ status: "failed", rows: 1, counts: { refused: 0 } });
  expect(await imported("stock", "sku,location,on hand\nNASTY-1,HALL,21\n")).toMatchObject({ counts: { same: 1 } });
});

describe("a file is refused with a reason that a clerk understands", () => {
  it.each([
    [
      "products sent as orders",
      "orders",
      "Handle,Title,Variant Price\na,b,1\n",
      "This is a file of products (Shopify's product export): import it as such.",
    ],
    [
      "no header",
      "orders",
      oneOrder().split("\n").slice(1).join("\n"),
      /^The first row must contain the column names, and this one \(“#N\d+”, “Asha@Example.com”, “paid” …\) matches no known layout/,
    ],
    [
      "one column is missing",
      "orders",
      shopifyOrders(
        [],
        newestColumns.filter((one) => one !== "Total"),
      ),
      /for Shopify's order export it lacks “Total”; for our own layout it lacks “number”/,
    ],
    [
      "a web page under the name of a spreadsheet",
      "stock",
      "<html><table><tr><td>sku</td></tr></table></html>",
      /^This is a web page or XML/,
    ],
    ["JSON", "stock", '[{"sku":"A"}]', /^This is JSON, not a CSV file/],
    ["a text with fonts", "stock", "{\\rtf1\\ansi sku,location}", /^This is a formatted text \(\.rtf\)/],
    // They are often mixed up, and the reason named the columns of three layouts.
    [
      "products sent as stock",
      "stock",
      "Handle,Title,Option1 Value,Variant Price\na,b,c,1\n",
      /^The first row .* lacks “Location”, “On hand”; .* It may be a file of products \(Shopify's product export\): import it as such\.$/,
    ],
    [
      "prices sent as products",
      "products",
      "price list,sku,price\na,b,1\n",
      /for our own layout it lacks “handle”; .* It may be a file of price lists \(our own layout\): import it as such\.$/,
    ],
    // By their columns they are stock: an old one set it back to what it was.
    ["our own export of stock movements", "stock", csv(movementsExport.header), exportOf("stock movements")],
    ["the same sent as products", "products", csv(movementsExport.header), exportOf("stock movements")],
    ["our own export of payments", "orders", csv(paymentsExport.header), exportOf("payments")],
    ["our own export of the audit log", "orders", csv(auditExport.header), exportOf("the audit log")],
    ["an empty zip file", "stock", Buffer.from([0x50, 0x4b, 5, 6, 0, 0]), /^This is an empty zip file/],
  ] as const)("%s", async (_, kind, file, says) => {
    const done = await imported(kind, file);
    expect(done).toMatchObject({ status: "failed", rows: 0 });
    expect(done.says).toMatch(says);
  });

  it("a header without rows", async () => {
    expect(await imported("orders", shopifyOrders([], newestColumns))).toMatchObject({
      status: "done",
      says: "The file names its columns and has no rows below them.",
    });
  });
});

describe("an order that is refused", () => {
  // One mistake reported five times in different words looks like five.
  it("for amounts in another country's format reports each column once, and no consequential errors", async () => {
    // In half the world 10.000 is ten thousand.
    for (const amount of ["1,299.00", "1.299,00", "₹1299.00", "1E+03", "1299.005", "10.000"]) {
      expect(await refusedBy("orders", oneOrder({ Total: amount, "Lineitem price": amount }))).toEqual([
        [
          2,
          ...["Total", "Lineitem price"].map(
            (column) =>
              `${column}: An amount such as 1234.50 is needed, with a decimal point and without thousands separators or a currency.`,
          ),
        ],
      ]);
    }
    for (const quantity of ["1.5", "1.000", "1,0", "1e3"]) {
      const thousands = quantity === "1.000" ? ", without thousands separators" : "";
      expect(await refusedBy("orders", oneOrder({ "Lineitem quantity": quantity }))).toEqual([
        [2, `Lineitem quantity: A whole number such as 12 is needed${thousands}.`],
      ]);
    }
  });

  // JavaScript reads the 30th of February as the 1st of March.
  it.each([
    "2024-02-30 10:00:00 +0000",
    "2023-02-29 10:00:00 +0000",
    "0001-01-01 00:00:00 +0000",
    "9999-12-31 00:00:00 +0000",
    "2024-05-01 25:00:00 +0000",
  ])("for an impossible time: %s", async (at) => {
    expect(await refusedBy("orders", oneOrder({ "Created at": at }))).toEqual([
      [2, "Created at: A time with a time zone is needed, such as 2026-11-22 08:15:00 +0530."],
    ]);
  });

  // As PostgreSQL and programs in Python write them: rows were refused for a time without a time zone, which it had.
  it.each([
    ["2024-05-01 10:00:00.123456+05:30", "2024-05-01T04:30:00.123Z"],
    ["2024-05-01 10:00:00+00", "2024-05-01T10:00:00.000Z"],
    ["2024-05-01T10:00:00.5-03", "2024-05-01T13:00:00.500Z"],
    ["2024-05-01 10:00:00 GMT", "2024-05-01T10:00:00.000Z"],
  ])("but not for %s", async (at, is) => {
    const Name = aNumber();
    expect(await refusedBy("orders", oneOrder({ Name, "Created at": at }))).toEqual([]);
    const [made] = await db().execute(sql`select created_at from orders where number = ${Name}`);
    expect(new Date(String(made?.["created_at"])).toISOString()).toBe(is);
  });

  it.each([
    [
      "more than one currency",
      [{}, { Currency: "USD" }],
      "Currency: In row 3: The first row of the order says INR: an order has one currency.",
    ],
    [
      "taxes above the total that they are in",
      [{ Taxes: "110.01", Total: "110.00" }, {}],
      "Taxes: The taxes are more than the total, which includes them.",
    ],
    [
      "duties",
      [{ Duties: "20.00", Total: "130.00" }, {}],
      "Duties: The total includes duties, which are not supported here: leave this order out.",
    ],
    [
      "a payment in a year to come",
      [{ "Paid at": "2098-05-01 10:00:00 +0000" }, {}],
      "Paid at: It was paid on 2098-05-01, which is in the future.",
    ],
  ])("for %s reports only that", async (_, [first, second], why) => {
    const Name = aNumber();
    const cup = shopifyLine({ Name, "Lineitem name": "Cup", "Lineitem price": "10.00", ...second });
    const file = shopifyOrders([shopifyRow({ Name, Total: "110.00", ...first }), cup], newestColumns);
    expect(await refusedBy("orders", file)).toEqual([[2, why]]);
  });

  it("for text without a closing quote shows where it begins", async () => {
    const done = await imported("orders", oneOrder({ "Financial Status": "x".repeat(100_000) }));
    const [refused] = await rowsOf(done.id, "refused");
    expect(refused?.problems).toMatchObject([{ column: "Financial Status", text: `${"x".repeat(200)}…` }]);
  });

  it("for a date in the future", async () => {
    expect(await refusedBy("orders", oneOrder({ "Created at": "2098-05-01 10:00:00 +0000" }))).toEqual([
      [2, "Created at: It was placed on 2098-05-01, which is in the future."],
    ]);
  });

  it("for rows that were separated by sorting says so", async () => {
    const [Name, other] = [aNumber(), aNumber()];
    const line = shopifyLine({ Name, "Lineitem name": "Cup", "Lineitem price": "10.00" });
    const file = shopifyOrders([shopifyRow({ Name: other }), line], newestColumns);
    expect(await refusedBy("orders", file)).toEqual([
      [3, "-: The first row of its order is not above it. All rows of an order must be together: was the file sorted?"],
    ]);
  });

  it.each([
    ["Shopify's", () => shopifyOrders([shopifyLine({ Name: "#2" }), shopifyRow({ Name: "#2" })], newestColumns)],
    [
      "our own",
      () =>
        csv(
          ["number", "placed at", "status", "payment status", "currency", "total", "item", "quantity", "unit price"],
          ["#2", "", "", "", "INR", "", "Cup", 1, "1.00"],
          ["#2", "2024-01-01T00:00:00Z", "confirmed", "unpaid", "INR", "2.00", "Tea", 1, "1.00"],
        ),
    ],
  ])("whose first row is below another one has this as its only reason, in %s file", async (_, file) => {
    expect(await refusedBy("orders", file())).toEqual([
      [2, "-: The first row of its order is not above it. All rows of an order must be together: was the file sorted?"],
    ]);
  });

  it("for appearing twice in the file, one below the other, says so", async () => {
    const twice = shopifyRow({ Name: aNumber() });
    expect(await refusedBy("orders", shopifyOrders([twice, twice]))).toEqual([
      [
        2,
        "Total: Several of the order's rows have a total, and only the first should: does the order stand in the file twice?",
      ],
    ]);
  });

  it("for two columns of one name that differ, and not for two that agree", async () => {
    const [header, row] = oneOrder().split("\n");
    const why = [[2, "Total: Two columns have this name and different values: remove one of them."]];
    expect(await refusedBy("orders", `${header},Total\n${row},55.00\n`)).toEqual(why);
    // Sent again as it was given back, it is refused again: the second column is not lost on the way.
    const { refusedRows } = await imported("orders", `${header},Total\n${row},55.00\n`);
    expect(await refusedBy("orders", await (await fetch(refusedRows!.url)).text())).toEqual(why);
    expect(await refusedBy("orders", `${header},Total\n${row},100.00\n`)).toEqual([]);
  });

  // A note with a line break and without quotes cuts a row in two, and each half looks like an order of its own.
  it("for a row in two pieces reports that for each, and nothing about their shifted columns", async () => {
    const file = oneOrder({ Notes: "BREAK" }).replace("BREAK", "one\ntwo");
    const pieces = await refusedBy("orders", file);
    expect(pieces).toHaveLength(2);
    for (const [, ...why] of pieces)
      expect(why).toEqual([
        expect.stringMatching(/^-: The row has \d+ fields, and the header 79\. Was the file cut off here/),
      ]);
  });

  // Each amount is valid, but the total fits into no database column, and no other order in the file was imported.
  it("for a total above the maximum says so, and the next one is imported", async () => {
    const header = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total\n";
    const row = (...money: string[]) =>
      `${aNumber()},2024-01-01T00:00:00Z,confirmed,unpaid,INR,9.00,Tea,${money.join(",")},9.00\n`;
    const file = header + row("1000000", "9999999999999.00") + row("1", "10000000000.01") + row("1", "9.00");
    const why = "-: It comes to more than an order can: is a point missing in an amount?";
    expect(await refusedBy("orders", file)).toEqual([
      [2, why],
      [3, why],
    ]);
    const paid = { Total: "100.00", "Outstanding Balance": "-9999999999999.00" };
    expect(await refusedBy("orders", oneOrder(paid))).toEqual([[2, why]]);
  });

  it("for an order number with more than one line", async () => {
    expect(await refusedBy("orders", oneOrder({ Name: "a\nb" }))).toEqual([
      [2, "Name: The order's number is needed: one line of at most 50 characters."],
    ]);
  });
});

// One such quote in a file of a thousand rows, and nothing below it was imported.
it('imports the rows around one with a quote where none belongs, and reads 12" as it stands', async () => {
  await aLocation({ code: "SHED", name: "Shed" });
  const file = 'sku,location,on hand,reason\nNASTY-1,HALL,7,12" pan\n"5" nail",HALL,1,\nNASTY-1,SHED,8,\n';
  const why = "-: Line 3 has a quote where none belongs: write it twice, and put quotes around the field.";
  expect(await refusedBy("stock", file)).toEqual([[3, why]]);
});

it("refuses only the order whose row has a quote where none belongs", async () => {
  const [Name, other] = [aNumber(), aNumber()];
  const line = shopifyLine({ Name, "Lineitem name": "NAIL", "Lineitem price": "10.00" });
  const file = shopifyOrders([shopifyRow({ Name, Total: "110.00" }), line, shopifyRow({ Name: other })]);
  const why = expect.stringMatching(/^-: In row 3: Line 3 has a quote where none belongs/);
  expect(await refusedBy("orders", file.replace("NAIL", '"5" nail"'))).toEqual([[2, why]]);
});

// People write them as the old store's pages show them.
it("knows words in capitals and with blanks, and a currency in lower case", async () => {
  const said = { "Financial Status": "Partially Refunded", "Refunded Amount": "10.00", Currency: "inr" };
  const lines = { "Fulfillment Status": "FULFILLED", "Lineitem fulfillment status": "Not eligible" };
  expect(await imported("orders", oneOrder({ ...said, ...lines }))).toMatchObject({ counts: { created: 1 } });
  const orders = "number,placed at,status,payment status,currency,total,item,quantity,unit price,paid,line total";
  const own = `${orders}\n${aNumber()},2024-01-01T00:00:00Z,CONFIRMED,Paid,inr,9.00,Tea,1,9.00,9.00,9.00\n`;
  expect(await imported("orders", own)).toMatchObject({ layout: "own", counts: { created: 1 } });
  const product = "handle,title,sku,price,status\ncapital-words,Tea,CAPITAL-1,9.00,Active\n";
  expect(await imported("products", product)).toMatchObject({ layout: "own", counts: { created: 1 } });
});

// The capital İ has a small letter of two signs in JavaScript and of one in PostgreSQL, and -0 is another number than
// 0.
it("imports a product with unusual letters and a negative zero once, and changes nothing the second time", async () => {
  const free = { Type: "İç giyim", "Variant Price": "-0.00", "Cost per item": "-0", "Image Position": "-0" };
  const id = await anUploadedImport("products", shopifyProducts([shopifyProduct({ Handle: "strange", ...free })]));
  expect((await startedImport(id)).counts).toMatchObject({ created: 1 });
  expect((await startedImport(id)).counts).toMatchObject({ same: 1 });
  expect(await db().execute(sql`select from categories where name = ${free.Type}`)).toHaveLength(1);
});

// Our own file of stock, saved by Excel: its last column is empty, and from row 17 on every row was refused as cut off.
it("fills up rows that Excel has left short sixteen at a time, and no others", async () => {
  const noted = 36;
  const sheet = Array.from({ length: 51 }, (_, nth) => [
    `left${nth}@example.com`,
    "Asha",
    nth === noted ? "Rings" : "",
  ]);
  const saved = [["email", "name", "note"], ...sheet];
  const lines = saved.map((row, nth) => {
    const sixteen = saved.slice(nth - (nth % 16), nth - (nth % 16) + 16);
    return (sixteen.every(([, , note]) => note === "") ? row.slice(0, 2) : row).join(";");
  });
  expect([lines[15], lines[16], lines[33], lines[51]]).toMatchObject([
    "left14@example.com;Asha;",
    "left15@example.com;Asha",
    "left32@example.com;Asha;",
    "left50@example.com;Asha",
  ]);
  const file = `${lines.join("\r\n")}\r\n`;
  const done = await imported("customers", file);
  expect(done).toMatchObject({ rows: 51, counts: { created: 51, refused: 0 } });
  // Whatever batch a turn ends with, the next one fills up the rest.
  const fileKey = `uploads/imports/${done.id}` as const;
  const opened = await openImport(fileKey, customerImport, [customerImport]);
  const job = { ...opened, fileKey, header: [...opened.header], bytesTotal: opened.bytes };
  const kind = { ...customerImport, batchMax: 5 };
  const lengths: number[] = [];
  for (let at: ImportCursor | undefined = opened.cursor; at; ) {
    const { value }: IteratorResult<Batch, undefined> = await batchesOf({ job, at, kind }).next();
    lengths.push(...(value?.groups ?? []).map(([row]) => row.fields.length));
    at = value && JSON.parse(JSON.stringify(value.next));
  }
  expect(lengths).toEqual(sheet.map(() => 3));
  const cut = `${lines.with(20, "left19@example.com").join("\r\n")}\r\n`;
  expect(await imported("customers", cut)).toMatchObject({ rows: 51, counts: { same: 35, refused: 16 } });
  const oneShort = lines.with(3, "left2@example.com;Asha").join("\r\n");
  expect(await imported("customers", oneShort)).toMatchObject({ counts: { same: 30, refused: 21 } });
});

// The end of a long description was lost: Excel had cut it off when it opened the file.
it("refuses a text of exactly as many characters as Excel keeps", async () => {
  const text = `${"- long\n".repeat(5_000)}end`;
  const file = (description: string) =>
    csvLine(["handle", "title", "description", "sku", "price"]) + csvLine(["cut-off", "Cut", description, "CUT-1", 1]);
  expect(await imported("products", file(text))).toMatchObject({ counts: { created: 1 } });
  const [opened = ""] = file(text).match(/(?<=")[^"]{32767}/) ?? [];
  expect(opened).toMatch(/^'- long\n'-/);
  const saved = file("TEXT").replace("TEXT", `"${opened}"`);
  const why = "It has exactly 32,767 characters, which is all that Excel keeps of a text: has it cut off the rest?";
  const way = "If it is so here too, leave this column out of the file.";
  expect(await refusedBy("products", saved)).toEqual([[2, `description: ${why} ${way}`]]);
  expect(await imported("products", file(text))).toMatchObject({ counts: { same: 1 } });
});

it("a SKU that is unknown because a spreadsheet has changed it gets that question", async () => {
  const unknown = (question = "") => `sku: No variant has this SKU.${question}`;
  const asked = [
    [2, unknown(" Has a spreadsheet removed zeros at its beginning?")],
    [3, unknown(" Has a spreadsheet taken it for a date?")],
    [4, unknown()],
  ];
  expect(await refusedBy("stock", "sku,location,on hand\n4711,HALL,1\n12-Oct,HALL,1\nPOT-9,HALL,1\n")).toEqual(asked);
  const prices = "price list,sku,price\nAsked,4711,1\nAsked,10/12/2026,1\nAsked,POT-9,1\n";
  expect(await refusedBy("priceLists", prices)).toEqual(asked);
});

// Read with the square of its length it took ten minutes, in which the worker did nothing else.
it("reads a cell with almost a megabyte like any other", async () => {
  const header = "handle,title,sku,price,tags\n";
  const tags = `one${" ".repeat(900_000)}two`;
  expect(await refusedBy("products", `${header}long-tag,Tea,LONG-1,9.00,"${tags}, three"\n`)).toEqual([
    [2, "tags: It has more than 255 characters."],
  ]);
  expect(await refusedBy("orders", oneOrder({ "Tax 1 Name": "1".repeat(900_000) }))).toEqual([]);
});

it("finds groups and price lists with unusual letters in their names", async () => {
  await call(groups.create, { name: "İSTANBUL" });
  const customer = "email,name,groups\nstrange@example.com,Strange,İSTANBUL\n";
  expect(await imported("customers", customer)).toMatchObject({ counts: { created: 1 } });
  const id = await anUploadedImport("priceLists", "price list,groups,sku,price\nİndirim,İSTANBUL,NASTY-1,9.00\n");
  expect((await startedImport(id)).counts).toMatchObject({ created: 1 });
  expect((await startedImport(id)).counts).toMatchObject({ same: 1 });
});

// Removing an item from an order in Shopify leaves a line with quantity zero.
it("leaves out a line of an order that was taken out of it", async () => {
  const Name = aNumber();
  const gone = shopifyLine({ Name, "Lineitem name": "Cup", "Lineitem price": "10.00", "Lineitem quantity": 0 });
  const file = shopifyOrders([shopifyRow({ Name }), gone], newestColumns);
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
  const lines = await db().execute(sql`
    select title from order_lines where order_id = (select id from orders where number = ${Name})`);
  expect(lines.map(({ title }) => title)).toEqual(["Teapot + cosy"]);
  expect(await refusedBy("orders", oneOrder({ "Lineitem quantity": 0 }))).toEqual([
    [2, "Lineitem quantity: A number of at least 1 is needed."],
  ]);
});

// "Un" is no country; nor is the "In" of "Indonesia" India.
it("does not take the first letters of a name for a country", async () => {
  const [Name, other] = [aNumber(), aNumber()];
  await imported("orders", oneOrder({ Name, "Shipping Country": "United States" }));
  await imported("orders", oneOrder({ Name: other, "Shipping Country": "us" }));
  const [found] = await db().execute(sql`
    select (select address ->> 'country' from orders where number = ${Name}) as word,
      (select address ->> 'country' from orders where number = ${other}) as code`);
  expect(found).toEqual({ word: "-", code: "US" });
});

// If someone typed it into an export, a dash replaced the address's country.
it("refuses a country's name in our own files, and accepts a lower-case code or a dash", async () => {
  const file = (country: string) =>
    `email,name,address 1,city,country\nword@example.com,Word,1 Road,Jakarta,${country}\n`;
  expect(await imported("customers", file("id"))).toMatchObject({ counts: { created: 1 } });
  expect(await refusedBy("customers", file("Indonesia"))).toEqual([
    [2, "country: A country's two-letter code is needed, such as IN."],
  ]);
  expect(await imported("customers", file("ID"))).toMatchObject({ counts: { same: 1 } });
  expect(await imported("customers", file("-"))).toMatchObject({ counts: { changed: 1 } });
});

// An invisible character came in with an address from a form. Responses must not contain it: the order could not be
// opened.
it("treats invisible characters as blanks, and can show what it imported", async () => {
  const Name = aNumber();
  const parts = ["Address1", "Address2", "City", "Zip", "Province"];
  const said = Object.fromEntries(parts.map((part) => [`Shipping ${part}`, "a\u0001b\u2028c\u0085d\u007f"]));
  expect(await imported("orders", oneOrder({ Name, ...said }))).toMatchObject({ counts: { created: 1 } });
  const [made] = await db().execute<{ id: Id<"order"> }>(sql`select id from orders where number = ${Name}`);
  expect((await call(order.read, { id: made!.id })).body.address).toMatchObject({
    ...{ line1: "a b c d", line2: "a b c d", city: "a b c d", postalCode: "a b c d", region: "a b c d" },
  });
  const header = "email,name,address 1,city,country";
  await imported("customers", `${header}\nunseen@example.com,Unseen,a\u0001b,\u0001,IN\n`);
  const [customer] = await db().execute<{ id: Id<"customer"> }>(sql`
    select id from customers where email = 'unseen@example.com'`);
  expect((await call(customers.read, { id: customer!.id })).body.addresses).toMatchObject([
    { line1: "a b", city: "-" },
  ]);
});

// Such a name could not be saved again in the admin, though nobody had changed it.
it("treats invisible characters in names as blanks, and refuses them in our own files", async () => {
  const email = "unseen-name@example.com";
  const shopify = csv(["First Name", "Last Name", "Email"], ["As\u0001ha", "\u007fRao\u0085", email]);
  expect(await imported("customers", shopify)).toMatchObject({ counts: { created: 1 } });
  const product = shopifyProduct({ Handle: "unseen-type", Type: "Shi\u0001rts\u007f" });
  expect(await imported("products", shopifyProducts([product]))).toMatchObject({ counts: { created: 1 } });
  const [found] = await db().execute(sql`
    select (select name from customers where email = ${email}) as name,
      (select name from categories where id = (select category_id from products where slug = 'unseen-type')) as type`);
  expect(found).toEqual({ name: "As ha Rao", type: "Shi rts" });
  const own = csv(["email", "name"], [email, "As\u0001ha"]);
  expect(await refusedBy("customers", own)).toEqual([
    [2, "name: One line of text, not blank, without control characters."],
  ]);
});

// The store's own export of customers could not be imported again, or a blank at the end of a cut text was lost.
it("creates customers from orders that export and import unchanged, even with an invalid address", async () => {
  const [email, Name] = [`${"x".repeat(8)}@example.com`, aNumber()];
  const said = { Phone: "☎️🙂".repeat(100), "Shipping Zip": "2024-02-29 10:00:00 +0530" };
  await imported(
    "orders",
    oneOrder({ Name, Email: email, ...said }) + oneOrder({ Name: aNumber(), Email: "nobody@home" }),
  );
  const [made] = await db().execute<{ phone: string; zip: string }>(sql`
    select phone, addresses -> 0 ->> 'postalCode' as zip from customers where email = ${email}`);
  const { phone, zip } = made!;
  expect([[...phone].length, zip]).toEqual([100, "2024-02-29 10:00:00"]);
  const own = csv(
    ["email", "name", "phone", "address 1", "city", "region", "postal code", "country", "default"],
    [email, "Asha Rao", phone, "1 MG Road", "Pune", "MH", zip, "IN", "yes"],
    ["nobody@home", "Asha Rao", "+919876543210", "1 MG Road", "Pune", "MH", "411001", "IN", "yes"],
    ["no one", "Nobody Else", "", "", "", "", "", "", ""],
  );
  expect(await refusedBy("customers", own)).toEqual([[4, "email: An email address is needed."]]);
  expect(await imported("customers", own)).toMatchObject({ counts: { same: 2, refused: 1 } });
});

// Such a customer could not be saved again.
it("accepts no more addresses for a customer than the admin does", async () => {
  const addresses = (count: number) =>
    csv(
      ["email", "name", "address 1", "country"],
      ...Array.from({ length: count }, (_, nth) => ["many@example.com", "Many", `${nth} Road`, "IN"]),
    );
  expect(await refusedBy("customers", addresses(21))).toEqual([[2, "-: A customer can have at most 20 addresses."]]);
  expect(await imported("customers", addresses(20))).toMatchObject({ counts: { created: 1 } });
});

// Orders with a lost SKU came in as orders of an unknown item, and customers with a phone number that nobody can call.
it("refuses numbers that a spreadsheet has shortened wherever digits matter", async () => {
  const shortened = expect.stringMatching(/: A spreadsheet has shortened this number, and its last digits are lost/);
  const orders = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total";
  const own = `${aNumber()},2024-01-01T00:00:00Z,confirmed,unpaid,INR,9.00,Tea,1,9.00,9.00`;
  const order = `${orders},sku,phone,tracking number,payment reference\n${own},8.90E+12,9.2E+11,1E+12,"4,1E+11"\n`;
  expect(await refusedBy("orders", order)).toEqual([[2, ...Array.from({ length: 4 }, () => shortened)]]);
  expect(await refusedBy("orders", order.replace(/#N\d+/, "1E+11"))).toMatchObject([{ length: 6 }]);
  for (const column of ["Name", "Lineitem sku", "Phone"])
    expect(await refusedBy("orders", oneOrder({ [column]: "9.19877E+11" }))).toEqual([[2, shortened]]);
  expect(await refusedBy("customers", "email,name,phone\nshort@example.com,Short,9.19877E+11\n")).toEqual([
    [2, shortened],
  ]);
  const address = "First Name,Last Name,Email,Phone,Default Address Phone\nA,B,short@example.com,,9.19877E+11\n";
  expect(await refusedBy("customers", address)).toEqual([[2, shortened]]);
  expect(await refusedBy("priceLists", "price list,sku,price\nShort,8.9E+12,9.00\n")).toEqual([[2, shortened]]);
});

// The row was taken for one more row of the item above it: an address went to another customer, a variant to another
// product, or half of what the file said was lost.
describe("a row that says something else than the row above it about the same item is refused", () => {
  const empty = (column: string) =>
    `It is empty, so the row belongs to the one above it, which says something else in “${column}”.`;
  const other = "Row 2 is about the same and says something else.";
  const orders = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total\n";
  const order = (number: string, status: string, total: string) =>
    `${number},2024-01-01T00:00:00Z,${status},unpaid,INR,${total},Tea,1,9.00,9.00\n`;
  const product = (title: string, said = {}) =>
    shopifyProduct({ Handle: "else", Title: title, "Option1 Name": "Size", "Option1 Value": title, ...said });
  it.each<[string, imports.ImportKind, string, string]>([
    [
      "a customer without an email address",
      "customers",
      "email,name,address 1\nanna@example.com,Anna,1 Road\n,Bert,2 Road\n",
      `email: In row 3: ${empty("name")}`,
    ],
    [
      "the same customer with another name",
      "customers",
      "email,name\nanna@example.com,Anna\nanna@example.com,Anne\n",
      `name: In row 3: ${other}`,
    ],
    [
      "a product without a handle",
      "products",
      "handle,title,option 1 name,option 1 value,sku,price\nelse,Tea,Size,S,ELSE-1,1\n,Coffee,Size,M,ELSE-2,1\n",
      `handle: In row 3: ${empty("title")}`,
    ],
    [
      "a product of another store without a handle",
      "products",
      shopifyProducts([product("S"), product("M", { Handle: "" })]),
      `Handle: In row 3: ${empty("Title")}`,
    ],
    [
      "an order with another status",
      "orders",
      orders + order("#E1", "confirmed", "18.00") + order("#E1", "cancelled", "18.00"),
      `status: In row 3: ${other}`,
    ],
  ])("%s", async (_, kind, file, why) => {
    expect(await refusedBy(kind, file)).toEqual([[2, why]]);
  });

  it("and accepted if it repeats what the first row says", async () => {
    const same = "email,name,address 1\nanna@example.com,Anna,1 Road\nanna@example.com,Anna,2 Road\n";
    expect(await imported("customers", same)).toMatchObject({ counts: { created: 1, refused: 0 } });
  });
});

it("says so if the rows of a product were sorted, and if an email address has an invisible character", async () => {
  const product = (rows: string) => `handle,title,option 1 name,option 1 value,sku,price\n${rows}`;
  expect(await refusedBy("products", product("sorted,,,S,SORTED-1,1\n"))).toEqual([
    [
      2,
      "option 1 value: The product's first row names no options. All rows of a product must be together: was the file sorted?",
    ],
  ]);
  expect(await refusedBy("customers", "email,name\nan\u200dna@example.com,Anna\n")).toEqual([
    [2, "email: It contains an invisible character: type it again."],
  ]);
});

describe("a refused product has a reason that a clerk understands", () => {
  const oneOf = (said: Parameters<typeof shopifyProduct>[0]) =>
    shopifyProducts([shopifyProduct({ Handle: "nasty", ...said })]);
  const shortened =
    "A spreadsheet has shortened this number, and its last digits are lost: format the column as text, and export the file again.";
  it.each([
    ["Body (HTML): It has more than 50,000 characters.", { "Body (HTML)": "x".repeat(50_001) }],
    ["Tags: There are more than 250.", { Tags: Array.from({ length: 251 }, (_, nth) => `tag ${nth}`).join(", ") }],
    ["Variant Price: It is less than 0.", { "Variant Price": "-1" }],
    ["Variant Price: A new variant needs a price: nasty has none.", { "Variant Price": "" }],
    [
      "Title: A title is needed: a product's first row has it. All rows of a product must be together: was the file sorted?",
      { Title: "" },
    ],
    ["Status: One of these is needed: draft, active, archived.", { Status: "sold" }],
    ["Option1 Value: This must not be empty.", { "Option1 Name": "Size", "Option1 Value": "" }],
    // A spreadsheet treats a long number as a value to calculate with.
    [`Variant Barcode: ${shortened}`, { "Variant Barcode": "8.90E+12" }],
    [`Variant SKU: ${shortened}`, { "Variant SKU": "1.23E+11" }],
    [`Variant SKU: ${shortened}`, { "Variant SKU": "1E+12" }],
    [`Variant Barcode: ${shortened}`, { "Variant Barcode": "8,90E+12" }],
  ])("%s", async (why, said) => {
    expect(await refusedBy("products", oneOf(said))).toEqual([[2, why]]);
  });

  it("of a SKU that another product in the file has, and names it", async () => {
    const [one, other] = ["twice-1", "twice-2"].map((Handle) => shopifyProduct({ Handle, "Variant SKU": "TWICE" }));
    expect(await refusedBy("products", shopifyProducts([one!, other!]))).toEqual([
      [
        3,
        "-: The product in row 2 of this file has or had the SKU TWICE too. If it gives it up here, import the file a second time.",
      ],
    ]);
  });

  it("of a picture, in its own row and column", async () => {
    const long = "x".repeat(513);
    const image = { "Image Src": "https://cdn.example.com/a.jpg", "Image Alt Text": long };
    const first = shopifyProduct({ Handle: "nasty" });
    expect(await refusedBy("products", shopifyProducts([first, { Handle: "nasty", ...image }]))).toEqual([
      [2, "Image Alt Text: In row 3: It has more than 512 characters."],
    ]);
    const variant = shopifyProduct({ Handle: "nasty", "Variant Image": "a.jpg" });
    expect(await refusedBy("products", shopifyProducts([variant]))).toEqual([
      [2, "Variant Image: An address that begins with http:// or https:// and names a host."],
    ]);
    const own = `handle,title,sku,price,images,image texts\nnasty,Tea,NASTY-9,1,https://cdn.example.com/a.jpg,${long}\n`;
    expect(await refusedBy("products", own)).toEqual([[2, "image texts: It has more than 512 characters."]]);
  });

  it("of a variant without a value, in the row of the variant", async () => {
    const options = { "Option1 Name": "Size", "Option1 Value": "S", "Option2 Name": "Colour", "Option2 Value": "Red" };
    const file = shopifyProducts([
      shopifyProduct({ Handle: "nasty", ...options }),
      shopifyVariant({ Handle: "nasty", "Option1 Value": "M" }),
    ]);
    expect(await refusedBy("products", file)).toEqual([[2, "Option2 Value: In row 3: This must not be empty."]]);
  });
});

describe("today's inventory file", () => {
  const columns = "Handle,Title,Option1 Name,Option1 Value,SKU,Location,On hand (current),On hand (new)".split(",");
  const stock = (sku: string, current: string | number, onHand: string | number) =>
    csv(columns, [sku.toLowerCase(), "", "", "", sku, "HALL", current, onHand]);
  beforeAll(async () => {
    for (const sku of ["BINS-1", "BINS-2"]) await aProduct({ variants: [{ sku, priceMinor: 100 }] });
  });

  // The same file again is not refused, as its figures are already right.
  it("changes nothing the second time, even if it has a new quantity", async () => {
    const file = stock("BINS-1", 3, 7);
    expect(await imported("stock", file)).toMatchObject({ counts: { created: 1, refused: 0 } });
    expect(await imported("stock", file)).toMatchObject({ counts: { same: 1, refused: 0 } });
    expect(await refusedBy("stock", stock("BINS-1", 3, 8))).toEqual([
      [2, "On hand (current): The file expects 3 on hand, and there are 7: the stock has changed since."],
    ]);
  });

  // 51 cells of real files are below zero; a row that also gives the quantity contains all that is needed.
  it("is accepted if a new quantity replaces one below zero, and otherwise refused", async () => {
    expect(await refusedBy("stock", stock("BINS-2", -3, ""))).toEqual([
      [2, "On hand (current): It is below zero: enter how many there really are, 0 or more."],
    ]);
    expect(await imported("stock", stock("BINS-2", -3, 4))).toMatchObject({ counts: { created: 1, refused: 0 } });
  });

  it("without a location, in a row or as a column, is refused and says so", async () => {
    expect(await refusedBy("stock", stock("BINS-1", 7, 8).replace("HALL", ""))).toEqual([
      [2, "Location: A location's code or name is needed."],
    ]);
    expect(await refusedBy("stock", "Handle,Option1 Value,SKU,HS Code,COO\nx,,BINS-1,,\n")).toEqual([
      [2, "-: The file has no column for a location, so it is not known where the goods are."],
    ]);
    // A location's name was not a whole number.
    expect(await refusedBy("stock", "Handle,Option1 Value,SKU,HS Code,COO,Location\nx,,BINS-1,,,HALL\n")).toEqual([
      [2, "-: The file has a row for each location, and no column “On hand”: export it with all states."],
    ]);
  });
});
