/** Prices from a file: for existing lists and new ones. */

import { describe, expect, it } from "vitest";
import * as imports from "#core/contract/import";
import * as priceList from "#core/contract/priceList";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aVariant, some } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, imported, oneBatch, rowsOf, startedImport } from "../support/given/imports.ts";

const columns = ["price list", "priority", "sku", "from quantity", "price"];

it("creates lists and prices, reports what it changes, and changes nothing the second time", async () => {
  const { sku } = await aVariant({ priceMinor: 1_000 });
  const list = some("Wholesale");
  const id = await anUploadedImport(
    "priceLists",
    csv(columns, [list, 5, sku, 1, "9.50"], [list, 5, sku, 10, "8"], [list, 5, "nobody-knows-it", 1, "1"]),
  );
  const tried = await startedImport(id, { dryRun: true });
  expect(tried).toMatchObject({ layout: "own", counts: { created: 2, refused: 1 } });
  expect(await db().execute(sql`select 1 from price_lists where name = ${list}`)).toEqual([]);
  expect(await startedImport(id)).toMatchObject({ counts: tried.counts });
  const [made] = await db().execute<{ id: never; version: number }>(sql`
    select id, version from price_lists where name = ${list}`);
  expect((await call(priceList.read, { id: made!.id })).body).toMatchObject({ priority: 5, groups: null, rows: 2 });
  expect(await startedImport(id)).toMatchObject({ counts: { created: 0, same: 2, refused: 1 } });
  expect((await call(priceList.read, { id: made!.id })).body.version).toBe(made!.version);

  // An empty price removes one; prices that are not in the file stay.
  const next = await anUploadedImport("priceLists", csv(columns, [list.toUpperCase(), 5, sku, 10, ""]));
  expect(await startedImport(next)).toMatchObject({ counts: { changed: 1 } });
  const { body } = await call(priceList.listRows, { id: made!.id });
  expect(body.items).toMatchObject([{ sku, minQuantity: 1, amount: { amountMinor: 950 } }]);
});

// The export of a store with both was refused as a whole.
it("tells lists apart that differ in case only, and takes another case for one of them if it is the only one", async () => {
  const { sku } = await aVariant();
  const [name, alone] = [some("Trade"), some("Café")];
  const made = await Promise.all(
    [name, name.toUpperCase(), alone].map((each) => call(priceList.create, { name: each })),
  );
  const plain = ["price list", "sku", "price"];
  const file = csv(plain, [name, sku, 1], [name.toUpperCase(), sku, 2], [alone.normalize("NFD").toUpperCase(), sku, 3]);
  expect(await imported("priceLists", file)).toMatchObject({ counts: { created: 3, refused: 0 } });
  const prices = await Promise.all(
    made.map(async ({ body: { id } }) => (await call(priceList.listRows, { id })).body.items),
  );
  expect(prices).toMatchObject([1, 2, 3].map((price) => [{ amount: { amountMinor: price * 100 } }]));
  const neither = csv(plain, [name.toLowerCase(), sku, 4], [alone.toUpperCase(), sku, 5], [alone, sku, 6]);
  const done = await imported("priceLists", neither);
  const why = (await rowsOf(done.id, "refused")).map(({ row, problems }) => [row, problems[0]!.why]);
  expect(why).toMatchObject([
    [2, expect.stringContaining("Several price lists")],
    [3, "Row 4 of this file is about the same."],
  ]);
});

// What a dozen cost each was everyone's price.
it("sets no first price from 1 in a file without quantities if the list has prices from others", async () => {
  const [dozen, both] = [(await aVariant()).sku, (await aVariant()).sku];
  const list = some("Dozens");
  const breaks = csv(columns, [list, 0, dozen, 12, "8"], [list, 0, both, 1, "9"], [list, 0, both, 12, "8"]);
  await startedImport(await anUploadedImport("priceLists", breaks));
  const file = csv(["price list", "sku", "price"], [list, dozen, "7"], [list, both, "7"]);
  const id = await anUploadedImport("priceLists", file);
  expect(await startedImport(id)).toMatchObject({ counts: { created: 0, changed: 1, refused: 1 } });
  expect((await rowsOf(id, "refused"))[0]).toMatchObject({
    about: `${list}: ${dozen} from 1`,
    problems: [{ why: expect.stringContaining("has a price for it from 12 here and none from 1") }],
  });
});

it("refuses rows of a list that is another here, of two of one name, and makes no list of refused rows", async () => {
  const { sku } = await aVariant();
  const [known, twice, fresh] = [some("Known"), some("Twice"), some("Fresh")];
  for (const name of [known, twice, twice]) await call(priceList.create, { name });
  const file = csv(
    columns,
    [known, 3, sku, 1, 1],
    [twice, 0, sku, 1, 1],
    [fresh, 0, "nothing", 1, 1],
    [known, 3, sku, 0, "1,500"],
  );
  const done = await startedImport(await anUploadedImport("priceLists", file));
  expect(done.counts).toEqual({ created: 0, changed: 0, same: 0, refused: 4 });
  expect((await rowsOf(done.id)).map(({ problems }) => problems.map(({ column }) => column))).toEqual([
    ["price list"],
    ["price list"],
    ["sku"],
    ["from quantity", "price"],
  ]);
  expect(await db().execute(sql`select 1 from price_lists where name = ${fresh}`)).toEqual([]);
});

// A price that was too large was told to be 0 or more.
it("refuses numbers that are out of bounds, with the reason, and the dry run says so", async () => {
  const { sku } = await aVariant();
  const list = some("Bounds");
  const rows = [
    [list, 5, "", sku, "-0.01"],
    [list, 5, "", sku, "10000000000.01"],
    [list, 5, 0, sku, 1],
    [list, 1_000_001, "", sku, 1],
    [list, -1_000_001, "", sku, 1],
    [list, 5, "", sku, "10000000000.00"],
  ];
  const id = await anUploadedImport("priceLists", csv(["price list", "priority", "version", "sku", "price"], ...rows));
  for (const dryRun of [true, false]) {
    expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 1, changed: 0, same: 0, refused: 5 });
    const refused = (await rowsOf(id, "refused")).flatMap(({ problems }) => problems);
    expect(refused.map(({ column, text, why }) => [column, text, why])).toEqual([
      ["price", "-0.01", "An amount of 0 or more is needed."],
      ["price", "10000000000.01", "That is more than a price can be: is a point missing?"],
      ["version", "0", "The version from the export is needed, or nothing."],
      ["priority", "1000001", "It must be from -1,000,000 to 1,000,000."],
      ["priority", "-1000001", "It must be from -1,000,000 to 1,000,000."],
    ]);
  }
});

// Only the first row of a batch was asked, so half of a file could speak of another list than the one that took its
// prices.
it("refuses rows that contradict their list, or the first row of a new list", async () => {
  const [one, other] = [(await aVariant()).sku, (await aVariant()).sku];
  const [known, fresh] = [some("Known"), some("Fresh")];
  await call(priceList.create, { name: known });
  const rows = [known, fresh].flatMap((list) => [
    [list, 0, one, 1, 1],
    [list, 7, other, 1, 2],
  ]);
  const id = await anUploadedImport("priceLists", csv(columns, ...rows));
  for (const dryRun of [true, false]) {
    expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 2, changed: 0, same: 0, refused: 2 });
    expect((await rowsOf(id, "refused")).map(({ row, problems }) => [row, problems[0]?.why])).toEqual([
      [3, "The list has another “priority” here. Change it in the admin, or correct the file."],
      [5, "A row above gives this new list another “priority”: all its rows must give the same."],
    ]);
  }
  const [made] = await db().execute<{ id: never }>(sql`select id from price_lists where name = ${fresh}`);
  expect((await call(priceList.read, { id: made!.id })).body).toMatchObject({ priority: 0, rows: 1 });
});

// 4,000 rows are processed at a time, and a dry run does not keep the lists of the rows before.
it("refuses rows that contradict the first row of a new list, however far above it is, and the dry run says so", async () => {
  const { sku } = await aVariant();
  const [fresh, version] = [some("Fresh"), 3];
  const rows = Array.from({ length: 4_000 }, (_, nth) => [fresh, 5, version, sku, nth + 1, 1]);
  const file = csv(
    ["price list", "priority", "version", "sku", "from quantity", "price"],
    ...rows,
    [fresh, 6, version, sku, 5_001, 1],
    [fresh, "", version, sku, 5_002, 1],
    [fresh, 5, version + 1, sku, 5_003, 1],
  );
  const id = await anUploadedImport("priceLists", file);
  for (const dryRun of [true, false]) {
    expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 4_001, changed: 0, same: 0, refused: 2 });
    expect((await rowsOf(id, "refused")).map(({ problems }) => problems[0]?.why)).toEqual(
      ["priority", "version"].map(
        (column) => `A row above gives this new list another “${column}”: all its rows must give the same.`,
      ),
    );
  }
});

// A dry run took the list from the first row of each batch, and a real one from a row above which another was refused.
it("takes a new list from all its rows: what one leaves empty, another says, and the dry run says so", async () => {
  const { sku } = await aVariant();
  const columns = ["price list", "priority", "version", "sku", "from quantity", "price"];
  const [far, near] = [some("Far"), some("Near")];
  const rows = Array.from({ length: 3_997 }, (_, nth) => [far, 5, 3, sku, nth + 1, 1]);
  const file = csv(
    columns,
    [near, 5, 3, "nobody-knows-it", 1, 1],
    [near, "", "", sku, 1, 1],
    [near, 5, 3, sku, 2, 1],
    ...rows,
    [far, "", "", sku, 5_001, 1],
    [far, 5, 3, sku, 5_002, 1],
  );
  const id = await anUploadedImport("priceLists", file);
  for (const dryRun of [true, false]) {
    expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 4_001, changed: 0, same: 0, refused: 1 });
  }
  const made = await db().execute(sql`select priority from price_lists where name in (${far}, ${near})`);
  expect(made.map(({ priority }) => priority)).toEqual([5, 5]);
});

// Someone who writes such a file by hand says what the list is once, and that row may have a mistyped SKU.
it("takes a new list from its first row, even if the price in that row is refused", async () => {
  const { sku } = await aVariant();
  const list = some("List");
  const columns = ["price list", "priority", "active", "version", "sku", "price"];
  const rows = [
    [list, 5, "no", 3, "nobody-knows-it", 1],
    [list, "", "", "", sku, 1],
  ] as const;
  const done = await startedImport(await anUploadedImport("priceLists", csv(columns, ...rows)));
  expect(done.counts).toEqual({ created: 1, changed: 0, same: 0, refused: 1 });
  const [made] = await db().execute(sql`select priority, active, version from price_lists where name = ${list}`);
  expect(made).toMatchObject({ priority: 5, active: false, version: 3 });
});

// 4,000 rows are processed at a time: the list was made without what only its refused first row had said by then, and
// rows further down that said it again were refused, which the dry run had not announced.
it("takes a new list from its first row, even if that was refused in an earlier batch, and the dry run says so", async () => {
  const { sku } = await aVariant();
  const [list, other] = [some("List"), some("Other")];
  const columns = ["price list", "priority", "active", "version", "sku", "from quantity", "price"];
  const between = (from: number) =>
    Array.from({ length: 3_999 }, (_, nth) => [other, "", "", "", sku, from + nth, 1] as const);
  const file = csv(
    columns,
    [list, 5, "no", 3, "nobody-knows-it", 1, 1],
    ...between(1),
    [list, "", "", "", sku, 1, 1],
    ...between(4_000),
    [list, 5, "no", 3, sku, 2, 1],
  );
  const id = await anUploadedImport("priceLists", file);
  for (const dryRun of [true, false])
    expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 8_000, changed: 0, same: 0, refused: 1 });
  const [made] = await db().execute(sql`select priority, active from price_lists where name = ${list}`);
  expect(made).toEqual({ priority: 5, active: false });
});

describe("a file that says which version of the list it has seen", () => {
  const versioned = ["price list", "version", "sku", "price"];
  const priceOf = async (id: priceList.PriceList["id"], sku: string) =>
    (await call(priceList.listRows, { id, limit: 200 })).body.items.find((row) => row.sku === sku)?.amount.amountMinor;

  // Someone edits the export in a spreadsheet while someone else corrects a price in the admin.
  it("changes no price in a list that was edited since the export, unless allowed to overwrite, and the dry run says so", async () => {
    const [one, other] = [(await aVariant()).sku, (await aVariant()).sku];
    const { body } = await call(priceList.create, { name: some("Seen") });
    const set = (amountMinor: number) =>
      call(priceList.setRows, { id: body.id, rows: [one, other].map((sku) => ({ sku, amountMinor })) });
    const { version } = (await set(1_000)).body;
    await set(1_100);
    const file = csv(versioned, [body.name, version, one, "9.00"], [body.name, version, other, "11.00"]);
    const id = await anUploadedImport("priceLists", file);
    for (const dryRun of [true, false]) {
      const done = await startedImport(id, { dryRun });
      expect(done.counts).toEqual({ created: 0, changed: 0, same: 1, refused: 1 });
      expect((await rowsOf(id, "refused"))[0]?.problems).toMatchObject([
        { column: "version", text: String(version), why: expect.stringMatching(/^The list was changed here since/) },
      ]);
    }
    expect(await priceOf(body.id, one)).toBe(1_100);
    const told = await anUploadedImport("priceLists", file, { options: { overwrite: true } });
    expect(await startedImport(told)).toMatchObject({ counts: { changed: 1, same: 1 } });
    expect(await priceOf(body.id, one)).toBe(900);
  });

  // As when a row was added above the exported ones, or two exports of a list were joined.
  it("accepts, if allowed to overwrite, rows of a new list that have seen different versions", async () => {
    const [one, other] = [(await aVariant()).sku, (await aVariant()).sku];
    const fresh = some("Fresh");
    const file = csv(versioned, [fresh, "", one, "9.00"], [fresh, 7, other, "11.00"]);
    const id = await anUploadedImport("priceLists", file, { options: { overwrite: true } });
    for (const dryRun of [true, false])
      expect((await startedImport(id, { dryRun })).counts).toEqual({ created: 2, changed: 0, same: 0, refused: 0 });
  });

  // 4,000 rows are processed at a time: the changes of earlier ones must not be taken for conflicts by the others.
  it("takes changes made by others for conflicts, and not those of its own earlier rows", async () => {
    const { sku } = await aVariant();
    const columnsOfMany = ["price list", "version", "sku", "from quantity", "price"];
    const fileOf = (name: string, version: number, price: string) =>
      csv(columnsOfMany, ...Array.from({ length: 9_000 }, (_, nth) => [name, version, sku, nth + 1, price]));
    const fresh = some("Fresh");
    const made = await startedImport(await anUploadedImport("priceLists", fileOf(fresh, 7, "5.00")));
    expect(made.counts).toEqual({ created: 9_000, changed: 0, same: 0, refused: 0 });
    const [list] = await db().execute<{ id: never; version: number }>(sql`
      select id, version from price_lists where name = ${fresh}`);
    expect(list?.version).toBe(7);
    const again = await startedImport(await anUploadedImport("priceLists", fileOf(fresh, 7, "6.00")));
    expect(again.counts).toEqual({ created: 0, changed: 9_000, same: 0, refused: 0 });
    expect((await call(priceList.read, { id: list!.id })).body.version).toBeGreaterThan(7);
  });

  const none = { created: 0, changed: 0, same: 0, refused: 0 };
  const aListOf = async (...skus: readonly string[]) => {
    const { body } = await call(priceList.create, { name: some("Seen") });
    const set = async (amountMinor: number | null, ...which: readonly string[]) =>
      (await call(priceList.setRows, { id: body.id, rows: which.map((sku) => ({ sku, amountMinor })) })).body.version;
    const version = await set(1_000, ...skus);
    return { ...body, version, set };
  };

  // The import of the good rows had given the list another version: all of the corrected ones were refused.
  it("accepts its refused rows when they are corrected and sent again", async () => {
    const [one, other, third] = [(await aVariant()).sku, (await aVariant()).sku, (await aVariant()).sku];
    const { id: listId, name, version, set } = await aListOf(one, other);
    await set(null, third);
    const file = (price: string, sku: string) =>
      csv(versioned, [name, version, one, "9.00"], [name, version, other, price], [name, version, sku, "7.00"]);
    const done = await startedImport(await anUploadedImport("priceLists", file("9.O0", "misspelt")));
    expect(done.counts).toEqual({ ...none, changed: 1, refused: 2 });
    const id = await anUploadedImport("priceLists", file("9.50", third));
    for (const dryRun of [true, false]) {
      expect((await startedImport(id, { dryRun })).counts).toEqual({ ...none, created: 1, changed: 1, same: 1 });
    }
    expect([await priceOf(listId, other), await priceOf(listId, third)]).toEqual([950, 700]);
  });

  it("goes on as a new import where one of the same file was cancelled", async () => {
    const { sku } = await aVariant();
    const { body } = await call(priceList.create, { name: some("Long") });
    const file = csv(
      ["price list", "version", "sku", "from quantity", "price"],
      ...Array.from({ length: 4_100 }, (_, nth) => [body.name, body.version, sku, nth + 1, "5.00"]),
    );
    const id = await anUploadedImport("priceLists", file);
    await call(imports.start, { id, dryRun: false });
    await oneBatch();
    await call(imports.cancel, { id });
    const next = await startedImport(await anUploadedImport("priceLists", file));
    expect(next.counts).toEqual({ ...none, created: 100, same: 4_000 });
  });

  it("changes the prices that nobody has changed since, and neither those that were changed nor those that were removed", async () => {
    const [one, other, third] = [(await aVariant()).sku, (await aVariant()).sku, (await aVariant()).sku];
    const { id: listId, name, version, set } = await aListOf(one, other, third);
    await set(1_100, one);
    await set(null, third);
    const file = csv(versioned, ...[one, other, third].map((sku) => [name, version, sku, "9.00"]));
    const id = await anUploadedImport("priceLists", file);
    for (const dryRun of [true, false]) {
      expect((await startedImport(id, { dryRun })).counts).toEqual({ ...none, changed: 1, refused: 2 });
      expect((await rowsOf(id, "refused")).map(({ row, problems }) => [row, problems[0]?.column])).toEqual([
        [2, "version"],
        [4, "version"],
      ]);
    }
    const prices = await Promise.all([one, other, third].map((sku) => priceOf(listId, sku)));
    expect(prices).toEqual([1_100, 900, undefined]);
    // Set again, it is one that was changed.
    await set(1_000, third);
    expect((await startedImport(id)).counts).toEqual({ ...none, same: 1, refused: 2 });
  });

  // The list was its own, and kept its version: whoever had seen the price before did not learn of it.
  it("raises the version of a list that it has created and somebody has changed, when it is started again", async () => {
    const { sku } = await aVariant();
    const name = some("Own");
    const id = await anUploadedImport("priceLists", csv(["price list", "sku", "price"], [name, sku, "9.00"]));
    await startedImport(id);
    const [list] = await db().execute<{ id: never }>(sql`select id from price_lists where name = ${name}`);
    const { version } = (await call(priceList.setRows, { id: list!.id, rows: [{ sku, amountMinor: 1_100 }] })).body;
    expect((await startedImport(id)).counts).toEqual({ ...none, changed: 1 });
    expect((await call(priceList.read, { id: list!.id })).body.version).toBe(version + 1);
    const seen = csv(versioned, [name, version, sku, "12.00"]);
    expect((await startedImport(await anUploadedImport("priceLists", seen))).counts).toEqual({ ...none, refused: 1 });
  });

  // Versions of prices are kept since a certain day: a file from before may have seen anything.
  it("counts a price as changed with its list if its own version is not known", async () => {
    const [one, other] = [(await aVariant()).sku, (await aVariant()).sku];
    const { id: listId, name, set } = await aListOf(one);
    const version = await set(1_100, one);
    await db().execute(sql`update price_list_rows set version = null where price_list_id = ${listId}`);
    await db().execute(sql`
      do $$ begin
        set local session_replication_role = replica;
        update price_lists set prices_version = version;
      end $$`);
    const fileOf = (seen: number) => csv(versioned, ...[one, other].map((sku) => [name, seen, sku, "9.00"]));
    const old = await startedImport(await anUploadedImport("priceLists", fileOf(version - 1)));
    expect(old.counts).toEqual({ ...none, refused: 2 });
    const done = await startedImport(await anUploadedImport("priceLists", fileOf(version)));
    expect(done.counts).toEqual({ ...none, created: 1, changed: 1 });
  });

  it("accepts no version that the list has not had here: it is another store's", async () => {
    const { sku } = await aVariant();
    const { name, version } = await aListOf(sku);
    const done = await startedImport(
      await anUploadedImport("priceLists", csv(versioned, [name, version + 1, sku, "9.00"])),
    );
    expect(done.counts).toEqual({ ...none, refused: 1 });
    expect((await rowsOf(done.id))[0]?.problems).toMatchObject([
      { column: "version", why: expect.stringMatching(/^The list has not had this version here/) },
    ]);
  });
});

// The admin accepts any year from 1 to 9999, so the store's own export can have it.
it("accepts a list's dates from year 1 to 9999, and names the column in which a file differs", async () => {
  const { sku } = await aVariant();
  const name = some("Always");
  const dated = ["price list", "from", "to", "sku", "from quantity", "price"];
  const [startsAt, endsAt] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];
  expect((await call(priceList.create, { name, startsAt, endsAt })).status).toBe(201);
  const file = csv(
    dated,
    [name, startsAt, endsAt, sku, 1, 1],
    [name, startsAt, "2027-01-01T00:00:00Z", sku, 2, 1],
    [name, "0001-01-01 00:00 +0530", endsAt, sku, 3, 1],
  );
  const id = await anUploadedImport("priceLists", file);
  expect((await startedImport(id)).counts).toEqual({ created: 1, changed: 0, same: 0, refused: 2 });
  expect((await rowsOf(id, "refused")).map(({ problems }) => problems.map(({ column, why }) => [column, why]))).toEqual(
    [
      [["price list", "The list has another “to” here. Change it in the admin, or correct the file."]],
      [["from", "A time with a time zone is needed, such as 2026-11-22 08:15:00 +0530."]],
    ],
  );
});

// The list got a copy, with the prices that were meant for it.
it("makes no list of a name that a spreadsheet has changed", async () => {
  const { sku } = await aVariant();
  for (const name of ["00417", "2026-01"]) expect((await call(priceList.create, { name })).status).toBe(201);
  const file = csv(columns, ["417", 0, sku, 1, 1], ["Jan-26", 0, sku, 1, 1], ["418", 0, sku, 1, 1]);
  const done = await startedImport(await anUploadedImport("priceLists", file));
  expect(done.counts).toMatchObject({ created: 1, refused: 2 });
  const whys = (await rowsOf(done.id, "refused")).flatMap(({ problems }) => problems.map(({ why }) => why));
  expect(whys).toEqual(
    ["00417", "2026-01"].map((name) => expect.stringContaining(`It is ${name} here: a spreadsheet`)),
  );
});

// A name of 51 emoji was refused in the store's own export, and one with a line break became a list.
it("knows lists by any name that a list may have, and by no other", async () => {
  const { sku } = await aVariant();
  const longest = "🙂".repeat(100);
  expect((await call(priceList.create, { name: longest })).status).toBe(201);
  const file = csv(columns, [longest, 0, sku, 1, 1], ["VIP\nGold", 0, sku, 1, 1], ["x".repeat(101), 0, sku, 1, 1]);
  const done = await startedImport(await anUploadedImport("priceLists", file));
  expect(done.counts).toMatchObject({ created: 1, refused: 2 });
  const problem = { column: "price list" };
  expect(await rowsOf(done.id, "refused")).toMatchObject([3, 4].map((row) => ({ row, problems: [problem] })));
});
