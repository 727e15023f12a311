/** Prices from a file: of lists that are there, and of new ones. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import * as priceList from "#core/contract/priceList";
import { db } from "#core/db/client";
import { call } from "../support/call.ts";
import { aVariant, some } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, rowsOf, startedImport } from "../support/given/imports.ts";

const columns = ["price list", "priority", "sku", "from quantity", "price"];

it("makes lists and prices, says what it changes, and a second time changes nothing", async () => {
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

  // An empty price takes one away; what is not named stays.
  const next = await anUploadedImport("priceLists", csv(columns, [list.toUpperCase(), 5, sku, 10, ""]));
  expect(await startedImport(next)).toMatchObject({ counts: { changed: 1 } });
  const { body } = await call(priceList.listRows, { id: made!.id });
  expect(body.items).toMatchObject([{ sku, minQuantity: 1, amount: { amountMinor: 950 } }]);
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
    [known, 3, sku, 0, "1,5"],
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
