import { expect, it } from "vitest";
import { readSheet } from "../../../web/stock/delivery/read-sheet.ts";

const read = (text: string) => readSheet(text).map(({ code, units, fault }) => [code, units, fault]);

it("a supplier's sheet is read with or without a heading, pasted or typed", () => {
  const lines = [
    ["MUG", 12, null],
    ["BOWL", 6, null],
  ];
  expect(read("SKU\tUnits\r\nMUG\t12\r\n\r\nBOWL\t6\tfrom stock\r\n")).toEqual(lines);
  expect(read("MUG 12\nBOWL, 6")).toEqual(lines);
  expect(read("")).toEqual([]);
});

// 1.000 would be received as 1, and a line without units not at all.
it("a line that cannot be read is kept as it was pasted, with what is wrong with it", () => {
  const wrong = readSheet("MUG\t1.000\nBOWL\t-2\nTEA TIN\n\t5\nPLATE\t2.5");
  expect(wrong.map(({ pasted, fault }) => [pasted, fault])).toEqual([
    ["MUG\t1.000", "“1.000” is not a number of units. Enter a whole number."],
    ["BOWL\t-2", "“-2” is not a number of units. At least 1."],
    ["TEA TIN", "how many units?"],
    ["\t5", "the SKU is missing."],
    ["PLATE\t2.5", "“2.5” is not a number of units. Enter a whole number."],
  ]);
});
