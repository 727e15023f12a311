/**
 * Excel writes a sheet's rows by sixteens, and leaves out the last columns of those that have nothing in them: below
 * row 16 of a file whose last column nobody has filled in, each row is too short.
 */
import type { CsvRow, Place } from "#core/csv/read-rows";
import { UnreadableFile } from "#core/csv/unreadable";

const sixteenOf = (row: number): number => Math.ceil(row / 16);

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
      if (sixteenOf(row.number) > sixteenOf(first.number)) return true;
      if (row.fields.length < columns) return false;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return false;
}

/** Up to where a file has been read. */
export interface ReadTo {
  readonly place: Place;
  /**
   * How many fields each row of the last sixteen had, if they are filled up, also those that follow; 0 if they are not.
   * Undefined if Excel cannot have left out any.
   */
  readonly leftOut?: number | undefined;
}

/**
 * Fills up rows that Excel has left short: at least two that are all of their sixteen, with the same number of fields,
 * or one at the end that is as short as the sixteen above it. Others may be half a row, which a line break has cut. So
 * may a last row without a line break behind it, where the file was cut off.
 */
export async function* filledUp(
  pieces: AsyncIterable<readonly CsvRow[]>,
  columns: number,
  { place, leftOut = 0 }: ReadTo,
): AsyncGenerator<readonly (CsvRow & ReadTo)[]> {
  let [sixteen, had] = [sixteenOf(place.rows), leftOut];
  /** Null once it is decided what becomes of the sixteen. */
  let held = null as CsvRow[] | null;
  const shown = (row: CsvRow) => {
    const isShort = had > 0 && row.isEnded;
    const fields = isShort ? Array.from({ length: columns }, (_, nth) => row.fields[nth] ?? "") : row.fields;
    return { ...row, fields, leftOut: had };
  };
  const decided = (length: number) => {
    had = length;
    const those = (held ?? []).map(shown);
    held = null;
    return those;
  };
  const mayBeShort = ({ fields: { length }, stray, isEnded }: CsvRow, first: CsvRow | undefined) =>
    !isEnded || (stray === null && length < columns && length === first?.fields.length);
  const next = (row: CsvRow): (CsvRow & ReadTo)[] => {
    const its = sixteenOf(row.number);
    let above: (CsvRow & ReadTo)[] = [];
    if (its > sixteen) {
      above = decided(held ? lengthIn(held) : had);
      [sixteen, held] = [its, []];
    }
    held?.push(row);
    if (!held) above.push(shown(row));
    else if (!mayBeShort(row, held[0])) above.push(...decided(0));
    return above;
  };
  try {
    for await (const rows of pieces) yield rows.flatMap(next);
  } catch (error) {
    yield decided(0);
    throw error;
  }
  if (held) yield decided(lengthIn(held, had));
}

/** Of rows that are alike; 0 if it is only one, unless it has this length. */
function lengthIn(held: readonly CsvRow[], alone = 0): number {
  const [first, ...others] = held.filter(({ isEnded }) => isEnded);
  const length = first?.fields.length ?? 0;
  return others.length > 0 ? length : length === alone ? alone : 0;
}
