/** Several values in one cell: what the exports write and people type. */
import { expect, it } from "vitest";
import { listCell, textsIn } from "#core/csv/list-cell";
import fc from "../support/harness/properties.ts";
import { processorMsOf } from "../support/processor-time.ts";

it("reads what was written, whatever is in it", () => {
  const unit = fc.constantFrom("a", "b", " ", ",", '"', "\n", "\u3000", "🙂");
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 8 })), (texts) => {
      expect(textsIn(listCell(texts))).toEqual(texts);
    }),
  );
});

it.each([
  ["blue, dark red ,green", ["blue", "dark red", "green"]],
  [' "red, dark" , "say ""hello""",', ["red, dark", 'say "hello"']],
  [",, ,", []],
  ['"red" dark, 5" nail', ['"red" dark', '5" nail']],
  ['"never closed, x', ['"never closed', "x"]],
])("reads what people type: %s", (cell, texts) => {
  expect(textsIn(cell)).toEqual(texts);
});

// A row may have a megabyte. It used to be read again from each of its blanks, for a quarter of an hour.
it.each([
  ["a", " ", "x"],
  ['"x"', " ", "y"],
  ["", '""', "x"],
  ["", ',"', ""],
  ["", ' "', ""],
])("reads a cell with very many values quickly: %s, %s, %s", async (begin, many, end) => {
  expect(await processorMsOf(() => textsIn(begin + many.repeat(500_000) + end))).toBeLessThan(5_000);
});
