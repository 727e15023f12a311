/** A store's data, exported and imported into an empty store, exports the same bytes. */

import { beforeEach, expect, it } from "vitest";
import { system } from "#core/actor";
import * as category from "#core/contract/category";
import * as customer from "#core/contract/customer";
import * as exports from "#core/contract/export";
import * as priceList from "#core/contract/priceList";
import * as product from "#core/contract/product";
import * as tax from "#core/contract/tax";
import { csvLine } from "#core/contract/values/csv-line";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { customersExport } from "#core/export/customers";
import { productsExport } from "#core/export/products";
import { call } from "../support/call.ts";
import { aTaxRate, some } from "../support/given/catalogue.ts";
import { aGroup } from "../support/given/customers.ts";
import { someFiles } from "../support/given/files.ts";
import { anUploadedImport, runJobs, startedImport } from "../support/given/imports.ts";
import { lines, said } from "../support/given/nasty-texts.ts";
import { aVendor } from "../support/given/people.ts";
import { aStockroom } from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";

const kinds = ["products", "customers", "priceLists", "stock"] as const;

async function exported(kind: (typeof kinds)[number]): Promise<string> {
  await someFiles();
  const { body } = await call(exports.create, { kind });
  await runJobs();
  const done = (await call(exports.read, { id: body.id })).body;
  expect(done).toMatchObject({ status: "done", says: null });
  return Buffer.from(await (await fetch(done.file!.url)).arrayBuffer()).toString();
}

/** Removes what was sold, bought or counted. What the files only refer to stays: groups, categories, rates. */
const emptied = () =>
  db().execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      truncate products, variants, customers, customer_group_members, price_lists, price_list_groups, price_list_rows,
        stock_levels, movements, collection_products cascade;
    end $$`);
beforeEach(emptied);

const money = fc.integer({ min: 0, max: 99_999_999 });
const orNull = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null });
const some5 = <Value>(of: fc.Arbitrary<Value>, max = 3) => fc.uniqueArray(of, { maxLength: max });

const variant = fc.record({
  priceMinor: money,
  compareAtMinor: orNull(money),
  costMinor: orNull(money),
  weightGrams: orNull(fc.integer({ min: 0, max: 100_000 })),
  barcode: orNull(said(20)),
  hsCode: orNull(fc.constantFrom("61091000", "6109.10", "610910")),
  originCountry: orNull(fc.constantFrom("IN", "DE")),
  trackStock: fc.boolean(),
  continueSelling: fc.boolean(),
  lowStockThreshold: orNull(fc.integer({ min: 0, max: 50 })),
  word: said(12),
  hasRate: fc.boolean(),
});
const aProduct = fc.record({
  title: said(30),
  description: lines(60),
  status: fc.constantFrom("draft" as const, "active" as const),
  tags: some5(said(12)),
  images: some5(fc.record({ alt: lines(15) }), 2),
  optionNames: fc.uniqueArray(said(8), { maxLength: 3 }),
  variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
  isFiled: fc.boolean(),
});
const address = fc.record({
  line1: said(30),
  city: said(12),
  postalCode: said(8),
  country: fc.constantFrom("IN" as const, "GB" as const),
  isDefault: fc.boolean(),
});
const aCustomer = fc.record({
  name: said(20),
  phone: orNull(fc.constantFrom("+919876543210", "+4915112345678")),
  addresses: fc.array(address, { maxLength: 3 }),
  note: orNull(lines(30).filter((text) => text.trim() !== "")),
  tags: fc.uniqueArray(said(12), { maxLength: 3, selector: (tag) => tag.toLowerCase() }),
  acceptsMarketing: fc.option(fc.boolean(), { nil: undefined }),
  isInGroup: fc.boolean(),
});
const store = fc.record({
  products: fc.array(aProduct, { minLength: 1, maxLength: 5 }),
  customers: fc.array(aCustomer, { maxLength: 4 }),
  lists: fc.array(
    fc.record({
      priority: fc.integer({ min: -5, max: 5 }),
      isForGroup: fc.boolean(),
      prices: fc.array(money, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  counted: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 4 }),
});

type Store = typeof store extends fc.Arbitrary<infer Of> ? Of : never;

async function made({ products, customers, lists, counted }: Store): Promise<void> {
  const vendorId = await aVendor();
  await db().execute(sql`update vendors set name = ${some("Vendor")} where id = ${vendorId}`);
  const filed = (await call(category.create, { name: some("Category") })).body.id;
  const taxRateId = (await call(tax.create, { name: some("Rate"), basisPoints: 500 })).body.id;
  const group = await aGroup({ name: some('Friends, "old"') });
  const location = await aStockroom();
  const [code] = await db().execute<{ code: string }>(sql`select code from locations where id = ${location}`);
  const tracked: string[] = [];
  const skus: string[] = [];
  for (const { variants, optionNames, images, isFiled, ...about } of products) {
    const { status, body } = await call(product.create, {
      ...about,
      options: optionNames,
      images: images.map(({ alt }, nth) => ({ alt, url: `https://cdn.example.com/${nth},${some("a")}.jpg` })),
      ...(isFiled && { categoryId: filed, vendorId }),
      variants: variants.slice(0, optionNames.length === 0 ? 1 : 4).map(({ word, hasRate, ...one }, nth) => ({
        ...one,
        sku: `${word}${some("S")}`,
        options: optionNames.map((_, at) => `${word}${at === 0 ? nth : ""}`),
        taxRateId: hasRate ? taxRateId : null,
      })),
    });
    expect([status, body]).toMatchObject([201, { title: about.title }]);
    skus.push(...body.variants.map(({ sku }) => sku));
    tracked.push(...body.variants.filter(({ trackStock }) => trackStock).map(({ sku }) => sku));
  }
  for (const { isInGroup, acceptsMarketing, ...about } of customers) {
    const consent = acceptsMarketing === undefined ? {} : { acceptsMarketing };
    const groups = isInGroup ? { groupIds: [group.id] } : {};
    const { status } = await call(customer.create, {
      ...about,
      ...consent,
      ...groups,
      email: `${some("c")}@example.com`,
    });
    expect(status).toBe(201);
  }
  for (const { priority, isForGroup, prices } of lists) {
    const { body } = await call(priceList.create, {
      name: some("List, “x”"),
      priority,
      ...(isForGroup && { groupIds: [group.id] }),
    });
    const rows = prices
      .slice(0, skus.length)
      .map((amountMinor, nth) => ({ sku: skus[nth]!, minQuantity: nth + 1, amountMinor }));
    if (rows.length > 0) await call(priceList.setRows, { id: body.id, rows });
  }
  const levels = counted.slice(0, tracked.length).map((onHand, nth) => csvLine([tracked[nth]!, code!.code, onHand]));
  if (levels.length > 0) await ran("stock", [csvLine(["sku", "location", "on hand"]), ...levels].join(""));
  // One is sold out.
  if (levels.length > 0)
    await ran("stock", csvLine(["sku", "location", "on hand"]) + csvLine([tracked[0]!, code!.code, 0]));
}

async function ran(kind: (typeof kinds)[number], file: string) {
  const id = await anUploadedImport(kind, file);
  const done = await startedImport(id);
  const refused = await db().execute(sql`select row_number, problems from job_rows where job_id = ${id}`);
  expect([done.status, done.says, [...refused]]).toEqual(["done", null, []]);
  return done;
}

it("exports the same bytes after it has been imported into an empty store, and changes nothing in its own", async () => {
  await fc.assert(
    fc.asyncProperty(store, async (of) => {
      await emptied();
      await made(of);
      const files = new Map<(typeof kinds)[number], string>();
      for (const kind of kinds) files.set(kind, await exported(kind));
      for (const [kind, file] of files) {
        if (file.split("\r\n").length > 2)
          expect((await ran(kind, file)).counts).toMatchObject({ created: 0, changed: 0, refused: 0 });
      }
      await emptied();
      for (const file of files) if (file[1].split("\r\n").length > 2) await ran(...file);
      for (const [kind, file] of files) expect(await exported(kind)).toBe(file);
    }),
    // Each run makes a whole store: a failure is reported without shrinking.
    { numRuns: Number(process.env["ROUND_TRIPS"] ?? 6), endOnFailure: true },
  );
}, 180_000);

// Files of stock and prices have variants in the order in which they were made, and another store makes them in the
// order of the file of products.
it("exports the same rows, in another order, if variants were added to an older product", async () => {
  const location = await aStockroom();
  const [code] = await db().execute<{ code: string }>(sql`select code from locations where id = ${location}`);
  const [older, newer, list] = [some("older"), some("newer"), some("List")];
  const columns = ["handle", "title", "option 1 name", "option 1 value", "sku", "price"];
  const row = (handle: string, size: string) => [handle, handle, "Size", size, `${handle}-${size}`, 1];
  const skus = [`${older}-s`, `${newer}-s`, `${older}-m`];
  await ran("products", [columns, row(older, "s"), row(newer, "s")].map((line) => csvLine(line)).join(""));
  await ran("products", [columns, row(older, "m")].map((line) => csvLine(line)).join(""));
  await ran("stock", ["sku,location,on hand\n", ...skus.map((sku, nth) => csvLine([sku, code!.code, nth]))].join(""));
  await ran("priceLists", ["price list,sku,price\n", ...skus.map((sku) => csvLine([list, sku, 1]))].join(""));
  const files = new Map<(typeof kinds)[number], string>();
  for (const kind of ["products", "stock", "priceLists"] as const) files.set(kind, await exported(kind));
  await emptied();
  for (const file of files) await ran(...file);
  const linesOf = (file: string) => file.split("\r\n").toSorted();
  for (const [kind, file] of files) expect(linesOf(await exported(kind))).toEqual(linesOf(file));
});

// A column that an export forgets would be as empty in the other store, and its file the same.
it("files of products and customers have a value in every column", async () => {
  const [vendorId, { id: taxRateId }, group] = [await aVendor(), await aTaxRate(), await aGroup()];
  const { body: filed } = await call(category.create, { name: some("Category") });
  const options = ["size", "colour", "cut", "cloth", "collar"];
  const amounts = { priceMinor: 1_999, compareAtMinor: 2_499, costMinor: 999, weightGrams: 250, lowStockThreshold: 3 };
  const texts = { barcode: "4006381333931", hsCode: "61091000", originCountry: "IN" as const };
  await call(product.create, {
    ...{ title: "Shirt", description: "Cotton.", tags: ["summer"], options, vendorId, categoryId: filed.id },
    images: [{ url: "https://cdn.example.com/shirt.jpg", alt: "A shirt" }],
    variants: [{ sku: some("SHIRT"), options, taxRateId, ...amounts, ...texts }],
  });
  const lived = { line1: "12 Lake Road", line2: "2nd floor", city: "Pune", region: "MH", postalCode: "411001" };
  await call(customer.create, {
    ...{ email: "asha@example.com", name: "Asha Rao", phone: "+919876543210", note: "Rings twice", tags: ["gold"] },
    ...{ addresses: [{ ...lived, country: "IN", isDefault: true }], groupIds: [group.id], acceptsMarketing: true },
  });
  for (const { header, page } of [productsExport, customersExport]) {
    const { rows } = await page(system("test"), {}, null);
    const isEmpty = (nth: number) => rows.every((row) => row[nth] === null || row[nth] === "");
    expect(header.filter((_, nth) => isEmpty(nth))).toEqual([]);
  }
});

// Its row was longer than a row may be: the store's own file of products could not be read from there on.
it("a product with as many pictures and as long texts as it may have is exported and read again", async () => {
  const images = Array.from({ length: 250 }, (_, nth) => ({
    url: `https://pictures.example/${nth}/${"a".repeat(1_960)}`,
    alt: '"🙂'.repeat(256),
  }));
  const tags = Array.from({ length: 250 }, (_, nth) => `${nth} ${"🙂".repeat(250)}`);
  const asked = { title: some("Atlas"), description: "क".repeat(50_000), images, tags };
  expect((await call(product.create, asked)).status).toBe(201);
  const id = await anUploadedImport("products", await exported("products"));
  expect(await startedImport(id)).toMatchObject({ status: "done", counts: { same: 1, refused: 0 } });
});

// Spreadsheets write the line breaks within a text in their own way, and no quotes around one that ends with a blank:
// each such product got a new version and an event.
it("texts whose line breaks a program has replaced, or whose last blank it has lost, are the same", async () => {
  const text = "Cotton.\r\nWash cold. ";
  expect((await call(product.create, { title: some("Shirt"), description: text })).status).toBe(201);
  await call(customer.create, { email: "breaks@example.com", name: "Asha", note: text });
  for (const kind of ["products", "customers"] as const) {
    const file = (await exported(kind)).replaceAll("\r\n", "\n");
    expect(file).toContain("Cotton.\nWash cold.");
    const saved = file.replace("cold. ", "cold.");
    expect((await ran(kind, saved)).counts).toEqual({ created: 0, changed: 0, same: 1, refused: 0 });
  }
});
