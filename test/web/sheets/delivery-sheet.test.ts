import { expect, it } from "vitest";
import { asSheet, readSheet } from "../../../web/stock/delivery/read-sheet.ts";

it("a supplier's sheet is read with or without a head, pasted or typed, and a code on two lines once", () => {
  const lines = [
    { code: "MUG", quantity: 12 },
    { code: "BOWL", quantity: 9 },
  ];
  expect(readSheet("SKU\tUnits\r\nMUG\t12\r\nBOWL\t6\r\n\r\nBOWL\t3\r\n")).toEqual({ lines, faults: [] });
  expect(readSheet("MUG 12\nBOWL, 9")).toEqual({ lines, faults: [] });
  expect(readSheet(asSheet(lines))).toEqual({ lines, faults: [] });
  expect(readSheet("")).toEqual({ lines: [], faults: [] });
});

// 1.000 would be received as 1, and a line without units not at all.
it("a line that cannot be read is named, with what is wrong with it", () => {
  expect(readSheet("MUG\t1.000\nBOWL\t-2\nTEA TIN\n\t5\nPLATE\t2.5")).toEqual({
    lines: [],
    faults: [
      "Line 1, MUG: “1.000” is no number of units. Enter a whole number.",
      "Line 2, BOWL: “-2” is no number of units. At least 1.",
      "Line 3, TEA TIN: How many units?",
      "Line 4: The SKU is missing.",
      "Line 5, PLATE: “2.5” is no number of units. Enter a whole number.",
    ],
  });
});
