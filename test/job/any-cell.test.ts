/**
 * Whatever a cell of another store's file contains: the dry run reports what the real run does, and a second run
 * changes nothing.
 */
import { beforeAll, expect, it } from "vitest";
import type * as imports from "#core/contract/import";
import { aLocation } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, rowsOf, startedImport } from "../support/given/imports.ts";
import { today } from "../support/given/shopify-customers.ts";
import { newestColumns, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { columns as productColumns, shopifyProduct, shopifyProducts } from "../support/given/shopify-products.ts";
import fc from "../support/harness/properties.ts";

beforeAll(async () => void (await aLocation()));

const texts = [
  ...["", " ", "0", "-0.00", "-0", "-1", "1", "1.5", "1e309", "9".repeat(20), "NaN", "null", "true", "TRUE", "no"],
  ...["'", "''''", "=1+1", "\u0001", "\ud83d", "😀".repeat(300), "a,b", 'q"uote', "line\nbreak", "\u2028", "\ufeff"],
  ...["x".repeat(3_000), "<script>", "//", "http://", "https://x.example/a.jpg", "[]", "{}", "\u200e\u202e", "İ", "ß"],
  ...["2024-02-29 10:00:00 +0530", "0000-00-00 00:00:00 +0000", "INR", "USD", "100%", "GST 1e5 %", "paid", "refunded"],
  ...[`${"a".repeat(255)}@x.com`, "+919876543210", "__proto__", "constructor", "toString"],
];

type Row = Readonly<Record<string, string>>;

/** Rows in which one to three cells have unexpected contents. */
const rowsAmong = (columns: readonly string[]): fc.Arbitrary<Row[]> =>
  fc.array(
    fc
      .array(fc.tuple(fc.constantFrom(...columns), fc.constantFrom(...texts)), { minLength: 1, maxLength: 3 })
      .map(Object.fromEntries<string>),
    { minLength: 60, maxLength: 60 },
  );

let numbers = 0;
const next = () => String(++numbers);

const files: readonly (readonly [imports.ImportKind, fc.Arbitrary<string>])[] = [
  [
    "orders",
    rowsAmong(newestColumns).map((rows) =>
      shopifyOrders(
        rows.map((row) => shopifyRow({ Name: `#C${next()}`, ...row })),
        newestColumns,
      ),
    ),
  ],
  [
    "products",
    rowsAmong(productColumns).map((rows) =>
      shopifyProducts(
        rows.map((row) => shopifyProduct({ Handle: `cell-${next()}`, "Variant SKU": `CELL-${next()}`, ...row })),
      ),
    ),
  ],
  [
    "customers",
    rowsAmong(today).map((rows) =>
      csv(
        today,
        ...rows.map((row) => {
          const whole: Row = { "First Name": "Asha", Email: `cell${next()}@example.com`, ...row };
          return today.map((column) => whole[column] ?? "");
        }),
      ),
    ),
  ],
];

// An unforeseen cell could fail a whole file, or make each later import overwrite the same thing again.
it.each(files)("%s", { timeout: 120_000 }, async (kind, anyFile) => {
  const anImport = async (file: string) => {
    const id = await anUploadedImport(kind, file);
    const tried = await startedImport(id, { dryRun: true });
    const refused = await rowsOf(id, "refused");
    const done = await startedImport(id);
    expect(done).toMatchObject({ status: "done", counts: tried.counts, says: tried.says });
    expect(await rowsOf(id, "refused")).toEqual(refused);
    expect((await startedImport(id)).counts).toMatchObject({ created: 0, changed: 0 });
  };
  await fc.assert(fc.asyncProperty(anyFile, anImport), { numRuns: 4, endOnFailure: true });
});
