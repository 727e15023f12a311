/** Codes that a spreadsheet or a program has written over: products got the barcode #N/A, which no scanner reads. */

import { expect, it } from "vitest";
import { csvLine } from "#core/contract/values/csv-line";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { codeLost, marksLeftIn, marksOf, tagLost } from "#core/job/import-file/spreadsheet-damage";
import { textBefore } from "#core/job/import-file/wrong-encoding";
import { ownColumns } from "#core/order-import/own-columns";
import { ownRowsOf } from "#core/order-import/own-rows";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import { aCustomer, aPriceList } from "../support/given/customers.ts";
import { anUploadedImport, csv, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";

/** What a file of products with these SKUs and barcodes is refused for: null if it is not. */
async function whyRefused(codes: readonly string[], column: "sku" | "barcode") {
  const other = (nth: number) => `${column}-${codes[0]}-${nth}`;
  const rows = codes.map((code, nth) => {
    const [sku, barcode] = column === "sku" ? [code, ""] : [other(nth), code];
    return [`damaged-${column}-${codes.length}-${nth}`, "Cup", sku, 1, barcode];
  });
  const id = await anUploadedImport("products", csv(["handle", "title", "sku", "price", "barcode"], ...rows));
  await startedImport(id, { dryRun: true });
  const refused = new Map((await rowsOf(id, "refused")).map(({ row, problems }) => [row, problems[0]!.why]));
  return codes.map((_, nth) => refused.get(nth + 2) ?? null);
}

const errors = [
  "#N/A",
  "#REF!",
  "#VALUE!",
  "#NAME?",
  "#DIV/0!",
  "#NV",
  "#BEZUG!",
  "#YOK",
  "#SAYI/0!",
  "#NOM?",
  "#¡VALOR!",
  "#¿NOMBRE?",
  "####",
  "#ERROR!",
  "#¡DIV/0!",
  "#¡NULO!",
  "#NUL!",
  "#NULO!",
  "#NULLO!",
  "#DEEL/0!",
  "#LEEG!",
  "#SPILL!",
  "#CALC!",
];

it.each(["sku", "barcode"] as const)("a %s that is a formula's error is refused", async (column) => {
  const failed = "A spreadsheet shows this where a formula has failed or a column is too narrow.";
  expect(await whyRefused(errors, column)).toEqual(errors.map(() => failed));
});

it.each(["sku", "barcode"] as const)("a %s that is a number with noughts behind is refused", async (column) => {
  const numbers = ["8901234567890.0", "8901234567890,0", "8901234567890.00"];
  expect(await whyRefused(numbers, column)).toEqual(
    [".0", ",0", ".00"].map((end) => `A program has taken this for a number, and written “${end}” behind it.`),
  );
});

it("a code that only resembles one is a code", async () => {
  const codes = ["#1001", "#NEW!", "N/A", "#", "##", "V2.0", "7.0", "8901234567890.5", "#N/A-1"];
  expect(await whyRefused(codes, "sku")).toEqual(codes.map(() => null));
});

// Options and SKUs that are dates or versions could not be changed on purpose.
it.each([
  ["2024-01-05", "2024-05-01", 0],
  ["2024/01/05", "05/01/2024", 0],
  ["1-1", "05/01/2024", 0],
  ["1-1", "01/01/2024", 1],
  ["1-1", "1-Jan", 1],
  ["7", "7.0", 0],
  ["123", "123.0", 1],
  ["0012", "12.0", 1],
  // As LibreOffice writes them, in English and in German.
  ["1,234", "1234", 1],
  ["12.345.678", "12345678", 1],
  ["1.000", "1000", 1],
  ["1 000", "1000", 1],
  ["$50", "50", 1],
  ["€10,00", "10", 1],
  ["5 €", "5", 1],
  ["7 1/2", "7,5", 1],
  ["(12)", "-12", 1],
  ["16:9", "16:09:00", 1],
  ["16:9", "04:09:00 PM", 1],
  ["12:30", "12:30:00 PM", 1],
  ["1.234.50", "1234.5", 0],
  ["1.000,000", "1000000", 0],
  ["16:9", "4:3", 0],
  ["1:87", "2:27", 0],
  ["$50", "60", 0],
] as const)("a SKU or an option that was %s and becomes %s has %i problems", (here, given, problems) => {
  expect(codeLost("SKU", here, given)).toHaveLength(problems);
});

// Each of 2,000 names was compared with each of 2,000 lists here, for seconds in which nobody else was answered.
it("what is lost is found by its marks, without a comparison with each text here", () => {
  const texts = [
    "7",
    "07",
    "007",
    "007.0",
    "7.0",
    "7.00",
    "7.50",
    "7.5",
    "7,5",
    "100",
    "100.0",
    "1E2",
    "1e+02",
    "0100",
    "1,000",
    "1000",
    "$7",
    "(7)",
    "-7",
    "7 1/2",
    "12:30",
    "12:30:00 PM",
  ];
  const days = ["10-12", "12/10", "1-2-3", "MAR1", "sept-2", "01.03", "2024-01-05", "1-1", "12 99", "31.12.99"];
  const dates = [
    "12-Oct",
    "Oct-12",
    "10. Dez",
    "Mrz 24",
    "10月12日",
    "12/10/2026",
    "2001/02/03",
    "01/01/2024",
    "1-Mar",
  ];
  const all = [...texts, ...days, ...dates, "31.12.1999", "1/3/2001", "Wholesale", "", "A-1"];
  const pairs = all.flatMap((here) => all.filter((given) => given !== here).map((given) => [here, given] as const));
  const lost = pairs.filter(([here, given]) => codeLost("SKU", here, given).length > 0);
  expect(lost.length).toBeGreaterThan(40);
  expect(pairs.filter(([here, given]) => marksLeftIn(given).some((mark) => marksOf(here).includes(mark)))).toEqual(
    lost,
  );
  expect(Math.max(...all.map((text) => marksOf(text).length + marksLeftIn(text).length))).toBeLessThan(20);
});

it("a tag that has become a date or a number is a problem, if it is the only one", () => {
  expect(tagLost(["10-12"], ["12-Oct"])).toMatchObject([{ column: "tags", text: "12-Oct" }]);
  expect(tagLost(["007"], ["7"])).toMatchObject([{ column: "tags", text: "7" }]);
  expect(tagLost(["10-12", "new"], ["12-Oct", "new"])).toEqual([]);
});

// Excel opens UTF-8 without a mark so, as Shopify writes it, and “CSV UTF-8” keeps what it has read.
it.each([
  ["MÃ¼ller", "Müller"],
  ["Itâ€™s â‚¬5", "It’s €5"],
  ["à¤šà¤¾à¤¯", "चाय"],
  ["ðŸ«–", "🫖"],
  ["25 Â°C", "25 °C"],
  ["Müller", undefined],
  ["SÃO PAULO", undefined],
  ["Ã¼ चाय", undefined],
  ["Crème brûlée «à la carte»", undefined],
  ["Å\u00a0koda", "Škoda"],
  ["Ã\u00a0 la carte", "à la carte"],
  ["KÃ–LN", "KÖLN"],
  ["CAFÃ‰", "CAFÉ"],
  ["DvoÅ™Ã¡k", "Dvořák"],
  ["sÄ…", "są"],
  ["BLÃ…", "BLÅ"],
  ["LEGOÂ®", "LEGO®"],
  ["È™i", "și"],
  ["Tiáº¿ng", "Tiếng"],
  ["Ð§Ð°Ð¹", "Чай"],
  ["Ø´Ø§ÙŠ", "شاي"],
  ["10 âˆ’ 5", "10 − 5"],
])("%s was %s before a program read it in the wrong encoding", (text, before) => {
  expect(textBefore(text)).toBe(before);
});

// A capital and a sign are UTF-8 as well, of a letter that no such file has.
it.each(
  [
    ...["NESCAFÉ® Gold", "CAFÉ’S Best", "Spaß™", "Rohr 1×½ Zoll", "JOSÉ’S BAR", "Bohrer Ø½ Zoll", "Weiß\u00a0XL"],
    ...["QUALITÉ\u00a0: A", "MENÜ®", "PHÊ™", "THÉ®", "CREMÉ²", "ANDRÉ–MARIE", "BEAUTÉ—PARIS", "CAFÉ·RESTAURANT"],
    ...["Groß–Gerau", "Fuß³", "ROSÉ…", "Nescafé®™", "Spaß™ Spaß™", "1×½×½", "Ø½ × Ø½", "CORAÇÕ° ESPAÑ°", "CAFÉ® ROSÉ®"],
    ...["IRMÃ™", "LÃ®", "BLÅ®", "SKÅ™ XL", "10 Å²", 'Gruppe "Ä“', "CAFFÈ™"],
  ].map((text) => [text]),
)("%s is as somebody wrote it", (text) => {
  expect(textBefore(text)).toBeUndefined();
});

// Products appeared in the shop as #N/A, and customers were greeted as #REF!.
it("a title or a name that is a formula's error is refused", async () => {
  const shopifyColumns = ["Handle", "Title", "Variant SKU", "Variant Price"];
  const named = { Handle: "damaged-title", Title: "#REF!" };
  const files = [
    ["products", csv(["handle", "title", "sku", "price"], ["damaged-title", "#N/A", "DAMAGED-T", 1])],
    ["products", csv(shopifyColumns, [named.Handle, named.Title, "DAMAGED-T", 1])],
    ["customers", csv(["email", "name"], ["damaged@example.com", "#NAME?"])],
    ["products", csv([...shopifyColumns, "Type"], ["damaged-type", "Cup", "DAMAGED-T", 1, "#REF!"])],
    ["priceLists", csv(["price list", "sku", "price"], ["#N/A", "", ""])],
    ["customers", csv(["email", "name"], ["damaged@example.com", "JÃ¶rg"])],
    ["customers", csv(["First Name", "Last Name", "Email"], ["#N/A", "Rao", "damaged@example.com"])],
    ["customers", csv(["First Name", "Last Name", "Email", "Company"], ["", "", "damaged@example.com", "#N/A"])],
    [
      "customers",
      csv(["First Name", "Last Name", "Email", "CITY", "ZIP"], ["A", "", "damaged@example.com", "-", "4110.0"]),
    ],
    [
      "customers",
      csv(
        ["First Name", "Last Name", "Email", "Default Address Zip", "Zip"],
        ["A", "", "d@example.com", "", "'4110.0"],
      ),
    ],
  ] as const;
  const said = [];
  for (const [kind, file] of files) {
    const id = await anUploadedImport(kind, file);
    await startedImport(id, { dryRun: true });
    said.push((await rowsOf(id, "refused")).flatMap(({ problems }) => problems.map(({ column }) => column)));
  }
  expect(said).toEqual([
    ["title"],
    ["Title"],
    ["name"],
    ["Type"],
    ["price list"],
    ["name"],
    ["First Name"],
    ["Company"],
    ["ZIP"],
    // It is read without its apostrophe.
    ["Zip"],
  ]);
});

it("so is an order with one for its customer's name, an item or a postal code, unless it is here already", async () => {
  await aLocation();
  const damage = [{ "Billing Name": "#N/A" }, { "Lineitem name": "#REF!" }, { "Shipping Zip": "700016.0" }];
  const rows = [{}, ...damage].map((said, nth) => shopifyRow({ Name: `#F${nth}`, ...said }));
  const id = await anUploadedImport("orders", shopifyOrders(rows));
  expect((await startedImport(id)).counts).toMatchObject({ created: 1, refused: 3 });
  expect((await rowsOf(id, "refused")).map(({ problems }) => problems.map(({ column }) => column))).toEqual([
    ["Billing Name"],
    ["Lineitem name"],
    ["Shipping Zip"],
  ]);
  await db().execute(sql`update orders set name = '#N/A'`);
  await db().execute(sql`update orders set address = address || '{"postalCode": "700016.0"}'`);
  await db().execute(sql`update order_lines set title = '#REF!'`);
  const [here] = await ownRowsOf(db(), sql`number = '#F0'`);
  const lines = [ownColumns, ...here!.rows].map((cells) => csvLine(cells));
  expect(await imported("orders", lines.join(""))).toMatchObject({ counts: { same: 1, refused: 0 } });
});

// An export was refused where the store has such texts, although it changed nothing.
it("so is what looks damaged in a row that changes anything, but not where it is the same here", async () => {
  const { slug, variants } = await aProduct({
    ...{ title: "#N/A", description: "y".repeat(32_767), tags: ["M\uFFFDller"] },
    variants: [{ sku: "12345678.0", barcode: "8.90E+12" }],
  });
  const price = (variants[0]!.price.amountMinor / 100).toFixed(2);
  const { name } = await aPriceList([{ sku: "12345678.0", minQuantity: 1, amountMinor: 100 }]);
  const { email } = await aCustomer({ name: "#REF!" });
  const { code } = await aLocation();
  await imported("stock", csv(["handle", "option1 value", "location", "on hand"], [slug, "", code, 5]));
  const files = (priced: string, one: string, note: string, onHand: string) =>
    [
      [
        "products",
        csv(
          ["handle", "title", "description", "tags", "sku", "price", "barcode"],
          [slug, "#N/A", "y".repeat(32_767), "M\uFFFDller", "12345678.0", priced, "8.90E+12"],
        ),
      ],
      ["priceLists", csv(["price list", "sku", "price"], [name, "12345678.0", one])],
      ["customers", csv(["email", "name", "note"], [email!, "#REF!", note])],
      ["stock", csv(["sku", "location", "on hand"], ["12345678.0", code, onHand])],
    ] as const;
  for (const [kind, file] of files(price, "1.00", "", "5"))
    expect(await imported(kind, file), kind).toMatchObject({ counts: { same: 1, refused: 0 } });
  const said = [];
  const whys = [];
  for (const [kind, file] of files("77.00", "2.00", "Fragile", "6")) {
    const id = await anUploadedImport(kind, file);
    expect(await startedImport(id), kind).toMatchObject({ counts: { changed: 0, refused: 1 } });
    const problems = (await rowsOf(id, "refused")).flatMap((row) => row.problems);
    said.push(problems.map(({ column }) => column));
    whys.push(...problems.map(({ why }) => / If it is so here too, (.*)\.$/.exec(why)?.[1]));
  }
  expect(said).toEqual([["sku", "barcode", "title", "description", "tags"], ["sku"], ["name"], ["sku"]]);
  const [without, first] = ["leave this column out of the file", "correct it here first"];
  expect(whys).toEqual([first, without, without, without, without, first, first, first]);
  const named = await aProduct({ title: "#N/A" });
  const rest = csv(["handle", "sku", "price"], [named.slug, named.variants[0]!.sku, "77.00"]);
  expect(await imported("products", rest)).toMatchObject({ counts: { changed: 1, refused: 0 } });
});

// Opened in the wrong encoding and saved in UTF-8, a file had this in the place of each umlaut.
it("a text with a letter that a program could not read is refused, and the row below it about the same is not", async () => {
  const [lost, other] = ["mueller@example.com", "rao@example.com"];
  const rows = [[lost, "M\uFFFDller"] as const, [other, "Rao"] as const, [lost, "Müller"] as const];
  const id = await anUploadedImport("customers", csv(["email", "name"], ...rows, [other, "Again"]));
  for (const dryRun of [true, false])
    expect(await startedImport(id, { dryRun })).toMatchObject({ counts: { created: 2, refused: 2 } });
  expect(await rowsOf(id, "refused")).toMatchObject([
    { row: 2, problems: [{ column: "name", why: expect.stringContaining("could not read: write the letter") }] },
    { row: 5, problems: [{ why: "Row 3 of this file is about the same." }] },
  ]);
});

it("what it would be refused for without that is said as well", async () => {
  const { slug, version, variants } = await aProduct({ title: "Café" });
  const { sku } = variants[0]!;
  const rows = [
    [slug, "Caf\uFFFD", sku, 1, version + 1],
    ["damaged-other", "Cup", "DAMAGED-O", 1, 1],
    [slug, "Caf\uFFFD", sku, 1, version],
  ] as const;
  const id = await anUploadedImport("products", csv(["handle", "title", "sku", "price", "version"], ...rows));
  await startedImport(id);
  expect((await rowsOf(id, "refused")).map(({ row, problems }) => [row, problems.map(({ why }) => why)])).toEqual([
    [2, [expect.stringContaining("could not read"), expect.stringContaining("It was changed here since")]],
    [4, [expect.stringContaining("could not read"), "Row 2 of this file is about the same."]],
  ]);
});

// Customers type them, and old shops have lost some for good.
it("an order may have lost letters in its customer's texts, and in none of its items", async () => {
  await aLocation();
  const texts = { "Billing Name": "M\uFFFDller", "Shipping City": "K\uFFFDln", Notes: "T\uFFFDr" };
  const rows = [texts, { "Lineitem name": "T\uFFFDe" }].map((said, nth) => shopifyRow({ Name: `#L${nth}`, ...said }));
  const id = await anUploadedImport("orders", shopifyOrders(rows));
  expect(await startedImport(id)).toMatchObject({ counts: { created: 1, refused: 1 } });
  expect(await rowsOf(id, "refused")).toMatchObject([{ about: "#L1", problems: [{ column: "Lineitem name" }] }]);
  await db().execute(sql`update order_lines set title = ${"T\uFFFDe"}`);
  const [here] = await ownRowsOf(db(), sql`number = '#L0'`);
  const name = ownColumns.indexOf("item");
  const said = (number: string) => here!.rows.map((cells) => csvLine([number, ...cells.slice(1)]));
  const own = await anUploadedImport("orders", [csvLine(ownColumns), ...said("#L0"), ...said("#L2")].join(""));
  expect(await startedImport(own)).toMatchObject({ counts: { same: 1, refused: 1 } });
  expect(await rowsOf(own, "refused")).toMatchObject([{ problems: [{ column: ownColumns[name] }] }]);
});
