/**
 * Excel writes a sheet's rows by sixteens, and leaves out the last columns of those that have nothing in them: below
 * row 16 of a file whose last column nobody has filled in, each row is too short.
 */
import type { CsvRow } from "#core/csv/read-rows";
import { UnreadableFile } from "#core/csv/unreadable";

const sixteen = 16;
const sixteenOf = ({ number }: CsvRow): number => Math.ceil(number / sixteen);

/**
 * Whether a file may have been written so: the names are among the first rows, which are whole then.
 * @param rows all of them, with the names.
 */
export async function mayLeaveOut(rows: AsyncIterable<CsvRow>, columns: number): Promise<boolean> {
  try {
    let first: CsvRow | undefined;
    for await (const row of rows) {
      if (first === undefined && row.fields.every((field) => field.trim() === "")) continue;
      first ??= row;
      if (sixteenOf(row) > sixteenOf(first)) return true;
      if (row.fields.length < columns) return false;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return false;
}

/**
 * Fills up rows that Excel has left short: all of the same sixteen, with the same number of fields. Others may be half a
 * row, which a line break has cut, and so may be the last one, where the file was cut off.
 */
export async function* filledUp(rows: AsyncIterable<CsvRow>, columns: number): AsyncGenerator<CsvRow> {
  let held: CsvRow[] = [];
  let before: CsvRow | undefined;
  /** How many fields the last sixteen had that were filled up. */
  let had = 0;
  const whole = () => {
    had = held[0]?.fields.length ?? 0;
    return held.map((row) => ({ ...row, fields: Array.from({ length: columns }, (_, nth) => row.fields[nth] ?? "") }));
  };
  try {
    for await (const row of rows) {
      const [first] = held;
      if (first && sixteenOf(first) < sixteenOf(row)) {
        yield* whole();
        held = [];
      }
      const begins = before === undefined || sixteenOf(before) < sixteenOf(row);
      const goesOn = held.length > 0 && held[0]?.fields.length === row.fields.length;
      if (row.fields.length < columns && row.stray === null && (begins || goesOn)) held.push(row);
      else {
        yield* held;
        held = [];
        yield row;
      }
      before = row;
    }
  } catch (error) {
    yield* held;
    throw error;
  }
  yield* held.length > 1 || held[0]?.fields.length === had ? whole() : held;
}
