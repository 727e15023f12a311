/** Rows that Excel has left short: whether one is filled up must not depend on where a job's turn ended. */

import { expect, it } from "vitest";
import { type CsvRow, rowsByPiece } from "#core/csv/read-rows";
import { formOf } from "#core/csv/sniff";
import { filledUp, type ReadTo } from "#core/job/import-file/left-out";

/** A file of rows with so many fields, 3 of which are whole. */
const fileOf = (lengths: readonly number[]) =>
  lengths.map((length, nth) => Array.from({ length }, (_, field) => `${nth + 1}-${field}`).join(",")).join("\n");
const times = (count: number, length: number): number[] => Array.from({ length: count }, () => length);
const names = times(16, 3);

async function readFrom(file: string, at: ReadTo): Promise<(CsvRow & ReadTo)[]> {
  const bytes = Buffer.from(file);
  const open = async (from: number) =>
    (async function* () {
      yield bytes.subarray(from);
    })();
  return (await Array.fromAsync(filledUp(rowsByPiece(open, formOf(bytes), at.place), 3, at))).flat();
}

/** The numbers of the rows that are still short; the same if it is read on from any of its rows. */
async function shortIn(file: string) {
  const all = await readFrom(file, { place: { rows: 0, lines: 0, bytes: null }, leftOut: 0 });
  for (const [nth, { place, leftOut }] of all.entries()) {
    const at = JSON.parse(JSON.stringify({ place, leftOut }));
    expect(await readFrom(file, at)).toEqual(all.slice(nth + 1));
  }
  return all.filter(({ fields }) => fields.length < 3).map(({ number }) => number);
}

it.each([
  ["all of a sixteen, and one at the end", [...names, ...times(17, 2)], []],
  ["two at the end", [...names, ...times(16, 3), 2, 2], []],
  ["not half a row at the end of a sixteen", [...names, ...times(15, 3), 1, ...times(3, 3)], [32]],
  ["not half a row at its beginning", [...names, 1, ...times(18, 3)], [17]],
  ["not one at the end below whole rows", [...names, ...times(16, 2), ...times(16, 3), 2], [49]],
  ["not one that is shorter than those above", [...names, ...times(16, 2), 1], [33]],
  ["not one above empty rows", [...names, ...times(16, 3), 1, ...times(15, 0), 3, 3], [33]],
  ["not one below a short sixteen and above others", [...names, ...times(16, 2), 2, ...times(15, 0), 3, 3], [33]],
])("%s", async (_, lengths, short) => {
  expect(await shortIn(`${fileOf(lengths)}\n`)).toEqual(short);
});

// A quantity of 125 was taken for 1.
it("not the last one where the file was cut off in it", async () => {
  expect(await shortIn(fileOf([...names, ...times(9, 2)]))).toEqual([25]);
  expect(await shortIn(fileOf([...names, ...times(17, 2)]))).toEqual([33]);
  expect(await shortIn(fileOf([...names, ...times(9, 2), 1]))).toEqual([26]);
});
