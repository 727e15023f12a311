/** Stock from a file: levels become those of the file, and a dry run reports beforehand what changes. */

import { describe, expect, it } from "vitest";
import * as imports from "#core/contract/import";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as role from "#core/contract/role";
import * as stock from "#core/contract/stock";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { eq, sql } from "#core/db/drizzle";
import { editLocation } from "#core/location/edit-location";
import { locations } from "#core/location/location.table";
import { createOrder } from "#core/order/create";
import { variants } from "#core/product/product.table";
import type { Place } from "#core/stock/ledger";
import { lockStockLevels } from "#core/stock/stock-levels";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aLocation, aProduct, pagesOf, some } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";
import {
  anUploadedImport,
  csv,
  imported,
  importNow,
  rowsOf,
  runJobs,
  startedImport,
} from "../support/given/imports.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import { roleHas } from "../support/given/people.ts";
import {
  aStocklessVariant,
  aStockroom,
  aVariantInStock,
  closes,
  receives,
  stockLevelAt,
  tester,
} from "../support/given/stock.ts";

const header = ["sku", "location", "on hand", "reason"];
const skuOf = async (id: Id<"variant">) => (await db().select().from(variants).where(eq(variants.id, id)))[0]!.sku;
const codeOf = async (id: Id<"location">) => (await db().select().from(locations).where(eq(locations.id, id)))[0]!.code;
const named = async ({ variantId, locationId }: Place) => [await skuOf(variantId), await codeOf(locationId)] as const;
const movementsOf = ({ variantId }: Place) =>
  db().execute<{ kind: string; source: string; change: number; reason: string | null; by: string }>(sql`
    select kind, source, on_hand_change as change, reason, actor_name as by from movements
    where variant_id = ${variantId} order by id`);

it("sets the stock to what the file says, and reports beforehand what that changes", async () => {
  const [more, same] = [await aVariantInStock(5), await aVariantInStock(7)];
  const fresh = { variantId: await aStocklessVariant(), locationId: await aStockroom() };
  const file = csv(
    header,
    [...(await named(more)), 9, "counted in May"],
    [...(await named(same)), 7, ""],
    [...(await named(fresh)), 3, ""],
    ["nobody-knows-it", (await named(same))[1], 3, ""],
  );
  const id = await anUploadedImport("stock", file);
  const counts = { created: 1, changed: 1, same: 1, refused: 1 };

  const tried = await startedImport(id, { dryRun: true });
  expect(tried).toMatchObject({ status: "done", dryRun: true, layout: "own", counts, rows: 4 });
  expect(await stockLevelAt(more)).toMatchObject({ onHand: 5 });
  const said = await rowsOf(id);
  const where = (await named(more))[1];
  expect(said).toMatchObject([
    { row: 2, outcome: "changed", before: { [where]: 5 }, after: { [where]: 9 } },
    { row: 3, outcome: "same" },
    { row: 4, outcome: "created" },
    {
      row: 5,
      outcome: "refused",
      problems: [{ column: "sku", text: "nobody-knows-it", why: "No variant has this SKU." }],
    },
  ]);

  const run = await startedImport(id);
  expect(run).toMatchObject({ status: "done", dryRun: false, counts });
  expect(await stockLevelAt(more)).toMatchObject({ onHand: 9 });
  expect(await stockLevelAt(fresh)).toMatchObject({ onHand: 3 });
  expect(await movementsOf(more)).toMatchObject([
    { kind: "opening" },
    { kind: "import", source: id, change: 4, reason: "counted in May" },
  ]);

  // The same file again.
  expect(await startedImport(id)).toMatchObject({ counts: { created: 0, changed: 0, same: 3, refused: 1 } });
  expect(await movementsOf(more)).toHaveLength(2);
  const refusedRows = await (await fetch(run.refusedRows!.url)).text();
  expect(refusedRows.split("\r\n")).toMatchObject([
    "Refused row,Refused because,sku,location,on hand,reason",
    expect.stringMatching(/^5,sku “nobody-knows-it”: No variant has this SKU\.,nobody-knows-it,.*,3,$/),
    "",
  ]);
});

it("keeps the rows that another import has refused", async () => {
  const file = csv(header, ["nobody-knows-it", await codeOf(await aStockroom()), 3, ""]);
  const [earlier, next] = [await anUploadedImport("stock", file), await anUploadedImport("stock", file)];
  await startedImport(earlier);
  await startedImport(next);
  for (const id of [earlier, next]) expect(await rowsOf(id)).toMatchObject([{ row: 2, outcome: "refused" }]);
});

// Someone who exports, counts and types for an hour does not know what was sold in that hour.
it("changes no stock that has moved since the export, unless allowed to overwrite, and the dry run says so", async () => {
  const [moved, still] = [await aVariantInStock(5), await aVariantInStock(7)];
  const columns = ["sku", "location", "on hand", "expected on hand"];
  const file = csv(columns, [...(await named(moved)), 9, 5], [...(await named(still)), 8, 7]);
  await receives(moved, 1);
  const id = await anUploadedImport("stock", file);
  const tried = await startedImport(id, { dryRun: true });
  expect(tried.counts).toEqual({ created: 0, changed: 1, same: 0, refused: 1 });
  expect(await rowsOf(id, "refused")).toMatchObject([
    {
      row: 2,
      problems: [{ column: "expected on hand", text: "5", why: expect.stringMatching(/^The file expects 5 on hand/) }],
    },
  ]);
  expect(await startedImport(id)).toMatchObject({ counts: tried.counts });
  expect([await stockLevelAt(moved), await stockLevelAt(still)]).toMatchObject([{ onHand: 6 }, { onHand: 8 }]);
  const told = await imported("stock", file, { options: { overwrite: true } });
  expect(told.counts).toMatchObject({ changed: 1, same: 1 });
  expect(await stockLevelAt(moved)).toMatchObject({ onHand: 9 });
});

// A sold-out item still has a level there: it is counted, reordered, and in the next export.
it("distinguishes a location with zero stock from one where the variant is not kept", async () => {
  const place = { variantId: await aStocklessVariant(), locationId: await aStockroom() };
  const file = csv(header, [...(await named(place)), 0, ""]);
  expect((await imported("stock", file)).counts).toMatchObject({ created: 1 });
  const { body } = await call(stock.list, { q: await skuOf(place.variantId) });
  expect(body.items[0]?.locations).toMatchObject([{ onHand: 0 }]);
  expect(await movementsOf(place)).toEqual([]);
  expect((await imported("stock", file)).counts).toMatchObject({ created: 0, same: 1 });
});

// A correction that took goods away from orders would make every one of them late without a word.
// What waited was read before the stock levels were held: the order got its units from the next sweep.
it("fills the backorder of an order that is being placed", async () => {
  const place = await aVariantInStock(1, { continueSelling: true });
  const file = csv(header, [...(await named(place)), 5, ""]);
  const input = order.create.input.parse({ ...somebody, lines: [{ variantId: place.variantId, quantity: 3 }] });
  const { placed, importing } = await inChange(tester, async (change) => {
    await lockStockLevels(change, [place.variantId]);
    const importing = imported("stock", file);
    await untilSomebodyWaits();
    return { placed: await createOrder(change, input as InputOf<typeof order.create>), importing };
  });
  expect(placed.lines[0]).toMatchObject({ backordered: 2 });
  expect((await importing).counts).toMatchObject({ changed: 1 });
  expect((await call(order.read, { id: placed.id })).body.lines[0]).toMatchObject({ backordered: 0 });
});

// It would have held units that no order can get.
it("waits for a location that is being closed, and then adds nothing there", async () => {
  await aStockroom(); // the default one cannot be closed
  const place = await aVariantInStock(2);
  await imported("stock", csv(header, [...(await named(place)), 0, ""]));
  const file = csv(header, [...(await named(place)), 5, ""]);
  const importing = await inChange(tester, async (change) => {
    await editLocation(change, { id: place.locationId, active: false });
    const begun = imported("stock", file);
    await untilSomebodyWaits();
    return { begun };
  });
  await importing.begun;
  expect(await stockLevelAt(place)).toMatchObject({ onHand: 0 });
});

it("fills backorders if there is more stock, and takes nothing from orders if there is less", async () => {
  const held = await aVariantInStock(5);
  await anOrder({ lines: [{ place: held, quantity: 4 }] });
  const waited = { variantId: await aStocklessVariant({ continueSelling: true }), locationId: await aStockroom() };
  const waiting = await anOrder({ lines: [{ place: waited, quantity: 3 }] });
  const done = await imported(
    "stock",
    csv(header, [...(await named(held)), 3, ""], [...(await named(waited)), 10, ""]),
  );
  expect(done.counts).toMatchObject({ created: 1, refused: 1 });
  expect(await rowsOf(done.id, "refused")).toMatchObject([
    {
      row: 2,
      problems: [{ column: "on hand", text: "3", why: expect.stringMatching(/^4 are allocated to orders here/) }],
    },
  ]);
  expect(await stockLevelAt(held)).toMatchObject({ onHand: 5, reserved: 4 });
  expect(await stockLevelAt(waited)).toMatchObject({ onHand: 10, reserved: 3 });
  expect((await call(order.read, { id: waiting.id })).body.lines[0]).toMatchObject({ backordered: 0 });
});

// Two files of one stocktake, sent by two people: the second sees what the first has changed.
it("adds a location's first units once, even if two files name it at once, and no row of one names it otherwise", async () => {
  const { id: locationId } = await aLocation({ name: some("Place") });
  const skus = await Promise.all(Array.from({ length: 20 }, async () => skuOf(await aStocklessVariant())));
  const [where] = await db().select().from(locations).where(eq(locations.id, locationId));
  const file = (place: string, units: number) => csv(header, ...skus.map((sku) => [sku, place, units, ""]));
  const ids = [
    await anUploadedImport("stock", file(where!.code, 5)),
    await anUploadedImport("stock", `${file(where!.code, 8)}${skus[0]},${where!.name},9,\n`),
  ];
  for (const id of ids) await call(imports.start, { id, dryRun: false });
  await runJobs();
  const ended = await Promise.all(ids.map(importNow));
  const sum = (of: "created" | "changed") => ended.reduce((all, { counts }) => all + counts[of], 0);
  expect([sum("created"), sum("changed")]).toEqual([20, 20]);
  expect(ended.map(({ counts }) => counts.refused)).toEqual([0, 1]);
  const levels = await db().execute<{ on_hand: number; entered: number; entries: number }>(sql`
    select l.on_hand, sum(m.on_hand_change)::integer as entered, count(*)::integer as entries
    from stock_levels l join movements m using (variant_id, location_id)
    where location_id = ${locationId} group by variant_id, location_id, l.on_hand`);
  expect(levels.map(({ on_hand, entered }) => on_hand - entered)).toEqual(skus.map(() => 0));
  expect(levels.reduce((all, { entries }) => all + entries, 0)).toBe(40);
});

it("refuses what it cannot import, with row, column, text and reason, and never imports half a row", async () => {
  const place = await aVariantInStock(5);
  const [sku, where] = await named(place);
  const untracked = await skuOf(await aStocklessVariant({ trackStock: false }));
  const closed = await aStockroom();
  await closes(closed);
  const rows = [
    [sku, where, "1,500", ""],
    [sku, where, "", ""],
    [sku, where, -1, ""],
    ["", where, 1, ""],
    [sku, "Atlantis", 1, ""],
    [sku, await codeOf(closed), 1, ""],
    [untracked, where, 1, ""],
    [sku, where, 6],
    [sku, where, 6, "", "more"],
    [sku, where, 6, ""],
    [sku, where.toUpperCase(), 8, ""],
    [sku, where, 1_000_000_001, ""],
    [sku, where, 9, "x".repeat(501)],
  ];
  const done = await imported("stock", csv(header, ...rows));
  expect(done.counts).toEqual({ created: 0, changed: 1, same: 0, refused: 12 });
  const why = (await rowsOf(done.id, "refused")).map(({ row, problems: [first] }) => [row, first?.column, first?.why]);
  expect(why).toEqual([
    [2, "on hand", "A whole number such as 12 is needed, without thousands separators."],
    [3, "on hand", "A whole number is needed: the quantity on hand."],
    [4, "on hand", "It is below zero: enter how many there really are, 0 or more."],
    [5, "sku", "A SKU is needed."],
    [6, "location", "There is no location “Atlantis”: create it, or use the code of an existing one."],
    [7, "location", expect.stringContaining("is closed")],
    [8, "sku", "The stock of this variant is not tracked."],
    [9, null, expect.stringMatching(/^The row has 3 fields, and the header 4\. Was the file cut off here/)],
    [10, null, expect.stringMatching(/^The row has 5 fields, and the header 4\. Does a field contain/)],
    [12, null, "Row 11 of this file is about the same."],
    [13, "on hand", "That is more than a location can hold."],
    [14, "reason", "It has more than 500 characters."],
  ]);
  expect(await stockLevelAt(place)).toMatchObject({ onHand: 6 });
});

// Counted as JavaScript does, half as many of them were too many.
it("takes a reason of 500 characters, even of emoji, as the admin does", async () => {
  const place = await aVariantInStock(5);
  const reason = "🙂".repeat(500);
  expect((await imported("stock", csv(header, [...(await named(place)), 6, reason]))).counts.refused).toBe(0);
  expect((await movementsOf(place)).at(-1)).toMatchObject({ change: 1, reason });
});

// The export contains every location with a stock level: imported unchanged, no row is refused.
it("accepts unchanged levels even at a closed location or of an untracked item", async () => {
  const [shut, free] = [await aVariantInStock(5), await aVariantInStock(3)];
  const rows = [[...(await named(shut)), 5, ""] as const, [...(await named(free)), 3, ""] as const];
  await closes(shut.locationId);
  await db().update(variants).set({ trackStock: false }).where(eq(variants.id, free.variantId));
  expect(await imported("stock", csv(header, ...rows))).toMatchObject({ counts: { same: 2, refused: 0 } });
  const others = rows.map(([sku, where, units]) => [sku, where, units + 1, ""]);
  expect(await imported("stock", csv(header, ...others))).toMatchObject({ counts: { changed: 0, refused: 2 } });
  expect(await stockLevelAt(shut)).toMatchObject({ onHand: 5 });
});

// Codes differ by case and names may be the same: such rows set the stock of whichever location came last.
it("takes a code as it is written first, and refuses a name that several open locations have", async () => {
  const [name, code] = [some("Depot"), some("code").toUpperCase()];
  const sku = await skuOf(await aStocklessVariant());
  const ids = [
    (await aLocation({ code, name })).id,
    (await aLocation({ code: code.toLowerCase(), name: name.toUpperCase() })).id,
  ];
  await imported("stock", csv(header, [sku, code, 3, ""]));
  await imported("stock", csv(header, [sku, code.toLowerCase(), 7, ""]));
  const levels = await db().execute<{ id: string; units: number }>(sql`
    select location_id as id, on_hand as units from stock_levels where location_id = any(${sql.param(ids)})`);
  expect(new Map(levels.map(({ id, units }) => [id, units]))).toEqual(
    new Map(ids.map((id, nth) => [id, nth === 0 ? 3 : 7])),
  );
  const done = await imported("stock", csv(header, [sku, name, 9, ""]));
  const why = `Several locations are called “${name}”: use the code of one of them.`;
  expect(await rowsOf(done.id, "refused")).toMatchObject([{ problems: [{ column: "location", text: name, why }] }]);
});

it("knows a SKU whose letters have their marks in the other form, as one item", async () => {
  const [variant] = (await aProduct({ variants: [{ sku: some("Thé") }] })).variants;
  const [sku, code] = [variant!.sku, await codeOf(await aStockroom())];
  const done = await imported("stock", csv(header, [sku.normalize("NFD"), code, 3, ""], [sku, code, 4, ""]));
  expect(done.counts).toMatchObject({ created: 1, refused: 1 });
  expect((await rowsOf(done.id, "refused"))[0]?.problems).toMatchObject([
    { why: "Row 3 of this file is about the same." },
  ]);
});

// Where a location had moved to a new code and kept its name, the row of the closed one was taken for the new one's.
it("imports an export again although a closed location's code is an open one's name", async () => {
  const [word, variantId] = [some("Pune"), await aStocklessVariant()];
  const sku = await skuOf(variantId);
  const { id: closed } = await aLocation({ code: word });
  for (const units of [5, 0]) await imported("stock", csv(header, [sku, word, units, ""]));
  await closes(closed);
  const open = await aLocation({ name: word.toUpperCase() });
  await imported("stock", csv(header, [sku, word.toUpperCase(), 8, ""]));
  const file = csv(header, [sku, word, 0, ""], [sku, open.code, 8, ""]);
  expect((await imported("stock", file)).counts).toEqual({ created: 0, changed: 0, same: 2, refused: 0 });
  expect(await stockLevelAt({ variantId, locationId: open.id })).toMatchObject({ onHand: 8 });
});

describe("Shopify's inventory export", () => {
  const aShop = async () => {
    const [main, shop] = [await aLocation({ name: some("Main") }), await aLocation({ name: some("Shop") })];
    const { slug, variants: made } = await aProduct({
      options: ["Size"],
      variants: [{ options: ["S"] }, { options: ["M"] }],
    });
    const places = made.map(({ id }) => ({ variantId: id, locationId: main.id }));
    return { main, shop, slug, skus: made.map(({ sku }) => sku), small: places[0]!, medium: places[1]! };
  };
  const common = ["Handle", "Title", "Option1 Name", "Option1 Value", "SKU", "HS Code", "COO"];

  it("is read with a column for each location, where a SKU may be missing", async () => {
    const { main, shop, slug, skus, small, medium } = await aShop();
    const file = csv(
      [...common, main.name, shop.name],
      [slug, "Shirt", "Size", "S", "", "", "", 4, "not stocked"],
      [slug, "Shirt", "Size", "M", skus[1]!, "", "", 2, 3],
    );
    expect(await imported("stock", file)).toMatchObject({ layout: "shopify-columns", counts: { created: 2 } });
    expect(await stockLevelAt(small)).toMatchObject({ onHand: 4 });
    expect(await stockLevelAt(medium)).toMatchObject({ onHand: 2 });
    expect(await stockLevelAt({ ...medium, locationId: shop.id })).toMatchObject({ onHand: 3 });
  });

  // Our own layout needs fewer columns, all of which are there too; it would ask for the SKU.
  it("is recognized although its column names are in capitals", async () => {
    const { main, slug, small } = await aShop();
    const columns = ["HANDLE", "OPTION1 VALUE", "SKU", "LOCATION", "ON HAND"];
    const done = await imported("stock", csv(columns, [slug, "S", "", main.name, 4]));
    expect(done).toMatchObject({ layout: "shopify-rows", counts: { created: 1, refused: 0 } });
    expect(await stockLevelAt(small)).toMatchObject({ onHand: 4 });
  });

  it("refused for one of its locations, is not imported for another either", async () => {
    const held = await aVariantInStock(5);
    await anOrder({ lines: [{ place: held, quantity: 4 }] });
    // Empty too, and not of this file.
    await call(stock.count, { id: held.variantId, locationId: await aStockroom(), quantity: 0 });
    const [sku, where] = await named(held);
    const { code } = await aLocation();
    const columns = ["Handle", "Option1 Value", "SKU", "HS Code", "COO", code];
    for (const [location, units] of [
      ["Atlantis", 1],
      [where, 3],
    ]) {
      const file = csv([...columns, location!], ["x", "", sku, "", "", 7, units!]);
      expect(await imported("stock", file)).toMatchObject({ counts: { created: 0, refused: 1 } });
    }
    const kept = await db().execute(sql`select from stock_levels where variant_id = ${held.variantId}`);
    expect(kept).toHaveLength(2);
  });

  // Its column in the refused rows got an apostrophe that no location has, and each location repeated the reason.
  it("gives a reason once for all locations, and its refused rows keep the name of a location that begins with a sign", async () => {
    const { shop, slug, skus } = await aShop();
    const { name } = await aLocation({ name: "@Home" });
    const file = csv(
      ["Handle", "Option1 Value", "SKU", "HS Code", "COO", shop.name, name],
      [slug, "XL", "?", "", "", 1, 2],
    );
    const { id, refusedRows } = await imported("stock", file);
    const why = `No variant has this SKU, and none of a product “${slug}” has these options.`;
    expect((await rowsOf(id))[0]?.problems).toEqual([{ column: "SKU", text: "?", why }]);
    const corrected = (await (await fetch(refusedRows!.url)).text()).replace(",?,", `,${skus[0]!},`);
    expect(await imported("stock", corrected)).toMatchObject({ counts: { created: 1, refused: 0 } });
  });

  // Two variants with one SKU over there are one here: the row of the other one went to it.
  it("is refused where the SKU is one variant's, and the handle or the options are another's", async () => {
    const [{ main, slug, skus, small }, other] = [await aShop(), await aShop()];
    const columns = ["Handle", "Option1 Name", "Option1 Value", "SKU", "Location", "On hand"];
    const count = (handle: string, size: string, sku = skus[0]!) =>
      imported("stock", csv(columns, [handle, "Size", size, sku, main.name, 4]));
    for (const [handle, size] of [
      [slug, "M"],
      [other.slug, "S"],
      [other.slug, "XL"],
    ] as const) {
      const { id, counts } = await count(handle, size);
      const why =
        "The SKU is one variant's, and the handle or the options are another's: correct them, or empty the wrong ones.";
      expect(counts).toMatchObject({ refused: 1 });
      expect((await rowsOf(id))[0]?.problems).toEqual([{ column: "SKU", text: skus[0], why }]);
    }
    // A handle may have changed, and an option been renamed; then the SKU alone decides.
    expect((await count("nobody-knows-it", "M")).counts).toMatchObject({ created: 1 });
    expect(await stockLevelAt(small)).toMatchObject({ onHand: 4 });
    expect((await count(slug, "Small")).counts).toMatchObject({ same: 1 });
    expect((await count(slug, "S")).counts).toMatchObject({ same: 1 });
  });

  it("is read with a row for each location; a number below zero is refused, not interpreted", async () => {
    const { main, slug, small, medium } = await aShop();
    const file = csv(
      [...common, "Location", "Incoming", "Unavailable", "Committed", "Available", "On hand"],
      [slug, "Shirt", "Size", "S", "", "", "", main.name, 0, 0, 1, 3, 4],
      [slug, "Shirt", "Size", "M", "", "", "", main.name, 0, 0, 0, -2, -2],
      [slug, "Shirt", "Size", "L", "", "", "", main.name, 0, 0, 0, 2, 2],
      [slug, "Shirt", "Size", "S", "", "", "", "Elsewhere", "not stocked", "", "", "", "not stocked"],
    );
    const done = await imported("stock", file);
    expect(done).toMatchObject({ layout: "shopify-rows", counts: { created: 1, refused: 2, same: 1 } });
    expect(await stockLevelAt(small)).toMatchObject({ onHand: 4 });
    expect(await stockLevelAt(medium)).toMatchObject({ onHand: 0 });
  });

  // Today's file: unedited rows are left alone, and what has been sold since the export is not put back.
  it("is read with bins: an empty new figure changes nothing, and a current one that is no longer true is refused", async () => {
    const { main, slug, small, medium } = await aShop();
    const columns = [...common, "Location", "Bin name", "On hand (current)", "On hand (new)"];
    const of = (size: string, current: number | string, next: number | string) => [
      slug,
      "Shirt",
      "Size",
      size,
      "",
      "",
      "",
      main.name,
      "A1",
      current,
      next,
    ];
    const moved = await imported("stock", csv(columns, of("S", 4, ""), of("M", 5, 6)));
    expect(moved).toMatchObject({ layout: "shopify-bins", counts: { created: 2 } });
    expect([await stockLevelAt(small), await stockLevelAt(medium)]).toMatchObject([{ onHand: 4 }, { onHand: 6 }]);
    const again = await imported("stock", csv(columns, of("S", 4, ""), of("M", 5, 9)));
    expect(again.counts).toEqual({ created: 0, changed: 0, same: 1, refused: 1 });
    expect(await rowsOf(again.id, "refused")).toMatchObject([
      { row: 3, problems: [{ column: "On hand (current)", text: "5" }] },
    ]);
    expect(await imported("stock", csv(columns, of("S", 4, 7)))).toMatchObject({ counts: { changed: 1 } });
    expect(await stockLevelAt(small)).toMatchObject({ onHand: 7 });
  });

  // Who had tried it a week before could not bring in the figures of the day of the move: all of them were the same.
  it("brings in the current figures of a later export if it may overwrite, and the dry run says so", async () => {
    const { main, slug, small, medium } = await aShop();
    const columns = [...common, "Location", "On hand (current)", "On hand (new)"];
    const of = (size: string, current: number) => [slug, "Shirt", "Size", size, "", "", "", main.name, current, ""];
    await imported("stock", csv(columns, of("S", 4), of("M", 5)));
    const id = await anUploadedImport("stock", csv(columns, of("S", 3), of("M", 5)), { options: { overwrite: true } });
    const counts = { created: 0, changed: 1, same: 1, refused: 0 };
    expect(await startedImport(id, { dryRun: true })).toMatchObject({ counts });
    expect(await rowsOf(id, "changed")).toMatchObject([{ before: { [main.name]: 4 }, after: { [main.name]: 3 } }]);
    expect(await startedImport(id)).toMatchObject({ counts });
    expect([await stockLevelAt(small), await stockLevelAt(medium)]).toMatchObject([{ onHand: 3 }, { onHand: 5 }]);
    expect(await startedImport(id)).toMatchObject({ counts: { changed: 0, same: 2 } });
  });
});

it("requires only the right for its kind", async () => {
  const as = await aKey({ role: "manager" });
  const asked = { fileName: "a.csv", bytes: 10 };
  expect(await call(imports.create, { kind: "stock", ...asked }, { as })).toMatchObject({ status: 200 });
  expect(await call(imports.create, { kind: "orders", ...asked }, { as })).toMatchObject({ status: 403 });
  const other = await aKey({ role: "staff" });
  const { body } = await call(imports.create, { kind: "stock", ...asked });
  const { id } = body.import;
  for (const denied of [
    call(imports.read, { id }, { as: other }),
    call(imports.start, { id, dryRun: true }, { as: other }),
  ]) {
    expect(await denied).toMatchObject({ status: 403, body: { error: { code: "right.missing" } } });
  }
  expect((await call(imports.list, {}, { as: other })).body.items).toEqual([]);
  // Asked for by its kind, too.
  expect((await call(imports.list, { kind: "stock" }, { as: other })).body.items).toEqual([]);
});

// Half of a file would be worse than all of it: whoever may run imports can cancel it.
it("goes on if the one who started it loses the right meanwhile", async () => {
  const place = await aVariantInStock(1);
  const as = await aKey({ role: "manager" });
  const id = await anUploadedImport("stock", csv(header, [...(await named(place)), 5, ""]));
  await call(imports.start, { id, dryRun: false }, { as });
  await roleHas("manager", ["audit.read"]);
  await runJobs();
  expect(await importNow(id)).toMatchObject({ status: "done", counts: { changed: 1 } });
  await call(role.reset, { role: "manager" });
});

it("is listed with those of its kind and status, page by page", async () => {
  await db().execute(sql`delete from jobs`);
  const asked = { fileName: "a.csv", bytes: 10 };
  const ids: string[] = [];
  for (const kind of ["stock", "customers", "stock"] as const) {
    ids.unshift((await call(imports.create, { kind, ...asked })).body.import.id);
  }
  const listed = async (input: InputOf<typeof imports.list> | object) =>
    (await pagesOf((cursor) => call(imports.list, { limit: 1, ...input, ...(cursor && { cursor }) }))).map(
      ({ id }) => id,
    );
  expect(await listed({})).toEqual(ids);
  expect(await listed({ kind: "stock" })).toEqual([ids[0], ids[2]]);
  expect(await listed({ kind: "customers" })).toEqual([ids[1]]);
  expect(await listed({ kind: "orders" })).toEqual([]);
  expect(await listed({ kind: "stock", status: "done" })).toEqual([]);
});

it("says so when its file has not arrived, and works once it has", async () => {
  const { body } = await call(imports.create, { kind: "stock", fileName: "a.csv", bytes: 10 });
  expect(await startedImport(body.import.id)).toMatchObject({
    status: "failed",
    says: expect.stringMatching(/has not arrived/),
  });
});
