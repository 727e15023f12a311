/** Codes that a spreadsheet or a program has written over: products got the barcode #N/A, which no scanner reads. */

import { expect, it } from "vitest";
import { anUploadedImport, csv, rowsOf, startedImport } from "../support/given/imports.ts";

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

// Products appeared in the shop as #N/A, and customers were greeted as #REF!.
it("a title or a name that is a formula's error is refused", async () => {
  const named = { Handle: "damaged-title", Title: "#REF!" };
  const files = [
    ["products", csv(["handle", "title", "sku", "price"], ["damaged-title", "#N/A", "DAMAGED-T", 1])],
    ["products", csv(["Handle", "Title", "Variant SKU", "Variant Price"], [named.Handle, named.Title, "DAMAGED-T", 1])],
    ["customers", csv(["email", "name"], ["damaged@example.com", "#NAME?"])],
    ["customers", csv(["First Name", "Last Name", "Email"], ["#N/A", "Rao", "damaged@example.com"])],
  ] as const;
  const said = [];
  for (const [kind, file] of files) {
    const id = await anUploadedImport(kind, file);
    await startedImport(id, { dryRun: true });
    said.push((await rowsOf(id, "refused")).flatMap(({ problems }) => problems.map(({ column }) => column)));
  }
  expect(said).toEqual([["title"], ["Title"], ["name"], ["First Name"]]);
});
