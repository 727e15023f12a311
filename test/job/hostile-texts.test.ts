/** Files whose texts are far too long: what lists show of them stays short. */
import { beforeAll, expect, it } from "vitest";
import * as imports from "#core/contract/import";
import { call } from "../support/call.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { csv, imported, rowsOf } from "../support/given/imports.ts";

beforeAll(async () => void (await aLocation({ code: "HALL" })));

const long = "x".repeat(400_000);

// A page of two hundred such rows would be larger than any answer may be.
it.each([
  ["a SKU", "stock", csv(["sku", "location", "on hand"], [long, "HALL", 1])],
  ["a location", "stock", csv(["sku", "location", "on hand"], ["A", long, 1])],
  ["a name", "customers", csv(["email", "name"], [`${long}@example.com`, long])],
  [
    "an order's number",
    "orders",
    csv(
      ["number", "placed at", "status", "payment status", "currency", "total", "item", "quantity", "unit price"],
      [long, "", "paid", "paid", "INR", long, "x", 1, 1],
    ),
  ],
] as const)("rows are listed with the beginning of %s", async (_, kind, file) => {
  const done = await imported(kind, file);
  const rows = await rowsOf(done.id);
  expect([done.counts.refused, rows.length]).toEqual([1, 1]);
  expect(JSON.stringify(rows).length).toBeLessThan(20_000);
  const refused = await (await fetch(done.refusedRows!.url)).text();
  expect(refused).toContain(long);
});

it("a row with very many problems is listed with fifty of them", async () => {
  const places = Array.from({ length: 120 }, (_, nth) => `Hall ${nth}`);
  const header = ["Handle", "Title", "Option1 Name", "Option1 Value", "SKU", "HS Code", "COO", ...places];
  const row = ["a", "A", "Title", "Default Title", "NONE", "", "", ...places.map(() => "many")];
  const done = await imported("stock", csv(header, row));
  const [listed] = await rowsOf(done.id);
  expect(listed?.problems).toHaveLength(50);
});

it("a first row that is no list of column names is refused, and not kept", async () => {
  const done = await imported("stock", csv(["sku", "location", "on hand", long], ["A", "HALL", 1, ""]));
  expect(done).toMatchObject({
    status: "failed",
    says: "The first row is too long to be column names.",
    columns: null,
  });
  const { items } = (await call(imports.list, {})).body;
  expect(JSON.stringify(items).length).toBeLessThan(50_000);
});

it("rows that all name the same are refused with its beginning", async () => {
  const header =
    "Name,Financial Status,Created at,Currency,Subtotal,Notes,Total,Lineitem name,Lineitem quantity,Lineitem price";
  const done = await imported("orders", `${header}\n${`${"n".repeat(900_000)},,,,,,\n`.repeat(6)}`);
  expect(done.status).toBe("failed");
  expect(done.says!.length).toBeLessThan(1_000);
});
