/** The rows of the product grid: what is pasted into them, what is sent, and what remains afterwards. */
import { describe, expect, it } from "vitest";
import {
  asSaved,
  faultIn,
  filledDown,
  type GridRow,
  gridRow,
  isChanged,
  sentRows,
  settled,
  withPasted,
} from "../../../web/products/grid/grid-rows.ts";
import { allPasted, pastedCells } from "../../../web/ui/grid/pasted.ts";

type Shown = Parameters<typeof gridRow>[0];

const money = (amountMinor: number) => ({ amountMinor, currency: "INR" });
const shown = (sku: string, said: Partial<Shown> = {}): Shown => ({
  id: `var_${sku}`,
  productId: "prd_1",
  sku,
  title: sku,
  options: [],
  price: money(10_000),
  compareAt: null,
  cost: null,
  weightGrams: null,
  hsCode: null,
  originCountry: null,
  barcode: null,
  trackStock: true,
  continueSelling: false,
  lowStockThreshold: null,
  taxRateId: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  archivedAt: null,
  productStatus: "active",
  vendorId: null,
  image: null,
  ...said,
});
const rows = ["A", "B", "C"].map((sku) => gridRow(shown(sku)));
const price = (all: readonly GridRow[]) => all.map(({ cells }) => cells.priceMinor);

describe("a pasted block", () => {
  // A description of two lines in a column beside the prices moved all prices below it to other items.
  it("has cells of several lines and quotes, as a spreadsheet copies them, and ends with its last line", () => {
    expect(pastedCells('A\t"Two\r\n""big"" lines"\t1\r\n12" pipe\t"open\t\r\n\t3\r\n')).toEqual([
      ["A", 'Two "big" lines', "1"],
      ['12" pipe', '"open', ""],
      ["", "3"],
    ]);
    expect(pastedCells("1\n\n2")).toEqual([["1"], [""], ["2"]]);
    expect(pastedCells("")).toEqual([[""]]);
    expect(pastedCells("1\r2\t3\r")).toEqual([["1"], ["2", "3"]]);
    expect(pastedCells('a\t"open')).toEqual([["a", '"open']]);
  });

  // The name of a collection in quotes took the prices up to the next quote into its own cell.
  it("has all its columns where a cell begins with a quote that another row closes", () => {
    expect(pastedCells('"Dining\t1\nx"\t2\n"End"\t""\t3')).toEqual([
      ['"Dining', "1"],
      ['x"', "2"],
      ["End", "", "3"],
    ]);
  });

  it("is read however long a cell with one quote is", () => {
    const [[cell = ""] = []] = pastedCells(`"${"a".repeat(17_000_000)}`);
    expect(cell.length).toBe(17_000_001);
  });

  it("starts at the selected cell, and rows and columns that do not fit are counted", () => {
    const { rows: after, unpasted } = withPasted(rows, { row: 1, column: "weightGrams" }, [
      ["10", "b-1", "beyond"],
      ["20", "b-2", "beyond"],
      ["30", "b-3", "beyond"],
    ]);
    expect(after.map(({ cells }) => [cells.weightGrams, cells.barcode])).toEqual([
      ["", ""],
      ["10", "b-1"],
      ["20", "b-2"],
    ]);
    expect(unpasted).toEqual({ rows: 1, columns: 1, skus: [] });
  });

  // The store's own product file, edited in a spreadsheet and copied from there.
  it("is matched by its header if it has SKUs, in the words of the store's own file", () => {
    const { rows: after, unpasted } = withPasted(rows, { row: 2, column: "costMinor" }, [
      ["handle", "sku", "compare at price", "low stock threshold"],
      ["x", "C", "150", "4"],
      ["x", "Z", "1", "1"],
      ["x", "A", "120", ""],
    ]);
    expect(after.map(({ cells }) => [cells.compareAtMinor, cells.lowStockThreshold])).toEqual([
      ["120", ""],
      ["", ""],
      ["150", "4"],
    ]);
    expect(unpasted).toEqual({ rows: 0, columns: 1, skus: ["Z"] });
  });

  it("reports nothing if all of it fitted", () => {
    const { unpasted } = withPasted(rows, { row: 0, column: "priceMinor" }, [["1"], ["2"], ["3"]]);
    expect(unpasted).toEqual(allPasted);
  });
});

it("fills the selected column down, and no other", () => {
  const typed = withPasted(rows, { row: 1, column: "priceMinor" }, [["7", "9"]]).rows;
  const after = filledDown(typed, { row: 1, column: "priceMinor" });
  expect(price(after)).toEqual(["100.00", "7", "7"]);
  expect(after.map(({ cells }) => cells.compareAtMinor)).toEqual(["", "9", ""]);
});

describe("the request", () => {
  it("contains what was changed, with the values seen there; an empty cell removes a value", () => {
    const before = [gridRow(shown("A", { compareAt: money(20_000), barcode: "890" })), ...rows.slice(1)];
    const { rows: typed } = withPasted(before, { row: 0, column: "priceMinor" }, [["120.50", ""]]);
    expect(sentRows(typed, "INR")).toEqual([
      {
        id: "var_A",
        set: { priceMinor: 12_050, compareAtMinor: null },
        expected: { priceMinor: 10_000, compareAtMinor: 20_000 },
      },
    ]);
    expect(typed.map(isChanged)).toEqual([true, false, false]);
  });

  it.each([
    ["priceMinor", "", "Enter a price"],
    ["costMinor", "12,5,0", "Enter an amount"],
    ["weightGrams", "1.5", "Enter a whole number"],
    ["lowStockThreshold", "-1", "Enter a whole number"],
    ["barcode", "9".repeat(256), "Enter at most 255 characters"],
  ])("does not contain a %s of %j", (column, text, says) => {
    const { rows: typed } = withPasted(rows, { row: 0, column }, [[text]]);
    expect(faultIn(typed[0]!, "INR")).toEqual({ column, says });
  });
});

it("keeps what was refused, shows the current value, and updates the rest to the store's values", () => {
  const typed = withPasted(rows, { row: 0, column: "priceMinor" }, [["7"], ["7"], ["7"]]).rows;
  const after = settled(typed, [
    { id: "var_A", outcome: "changed", refusedFor: null, variant: shown("A", { price: money(700) }) },
    {
      id: "var_B",
      outcome: "refused",
      refusedFor: "variant.changed",
      variant: shown("B", { price: money(900), barcode: "890" }),
    },
    { id: "var_C", outcome: "refused", refusedFor: "variant.unknown", variant: null },
  ]);
  expect(price(after.rows)).toEqual(["7.00", "7"]);
  expect(after.rows.map(isChanged)).toEqual([false, true]);
  expect(after.rows[1]?.cells.barcode).toBe("890");
  expect(after.refused).toMatchObject([
    { row: { sku: "B" }, changed: [{ title: "Price", now: "9.00", typed: "7" }] },
    { row: { sku: "C" }, changed: null },
  ]);
  expect(price(asSaved(after.rows, ["var_B"]))).toEqual(["7.00", "9.00"]);
});
