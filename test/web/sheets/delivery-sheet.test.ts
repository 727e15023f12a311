import { expect, it } from "vitest";
import { readSheet } from "../../../web/stock/delivery/read-sheet.ts";

const read = (text: string) => readSheet(text).map(({ code, units, fault }) => fault ?? [code, units]);

it("a supplier's sheet is read with or without a heading, pasted or typed", () => {
  const lines = [
    ["MUG", 12],
    ["BOWL", 6],
  ];
  expect(read("SKU\tUnits\r\nMUG\t12\r\n\r\nBOWL\t6.00\tin stock\r\n")).toEqual(lines);
  expect(read("MUG 12\nBOWL, ６")).toEqual(lines);
  expect(read("Barcode, units\nMUG;12\nBOWL 6")).toEqual(lines);
  expect(read("TEA TIN 5\nMUG,5")).toEqual([
    ["TEA TIN", 5],
    ["MUG", 5],
  ]);
  expect(read("Item No.\tQty")).toEqual([]);
  expect(read("")).toEqual([]);
});

// 1.000 would be received as 1, 25 as the units of a line whose price that is, and a line without units not at all.
it("a line that cannot be read is kept as it was pasted, with what is wrong with it", () => {
  const wrong = readSheet(
    "ITEM-RED\tdozen\nMUG\t1.000\nBOWL\t-2\nTEA TIN\n\t5\nPLATE\t2.5\nCUP\t1e3\nJUG\t25\t12 pcs\nPAN\t0\nCUP 1,05",
  );
  const noNumber = (units: string) => `“${units}” is not a number of units. Enter a whole number.`;
  expect(wrong.map(({ pasted, fault }) => [pasted, fault])).toEqual([
    ["ITEM-RED\tdozen", noNumber("dozen")],
    ["MUG\t1.000", noNumber("1.000")],
    ["BOWL\t-2", noNumber("-2")],
    ["TEA TIN", "how many units?"],
    ["\t5", "the SKU is missing."],
    ["PLATE\t2.5", noNumber("2.5")],
    ["CUP\t1e3", noNumber("1e3")],
    ["JUG\t25\t12 pcs", "which number is the units? Paste two columns only."],
    ["PAN\t0", "“0” is not a number of units. At least 1."],
    ["CUP 1,05", "how many units?"],
  ]);
});
