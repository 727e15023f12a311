/** One row of a file by its columns, and what is wrong with it. */
import { restore } from "#core/csv/formula";
import { columnsOf } from "./columns.ts";

export interface FileRow {
  /** As a spreadsheet counts. */
  readonly number: number;
  readonly fields: readonly string[];
}

export interface Problem {
  readonly column: string | null;
  readonly text: string | null;
  readonly why: string;
}

/** @typeParam Column those that may be asked for: what a layout reads it has to name. */
export interface Cells<Column extends string = string> {
  readonly row: number;
  readonly header: readonly string[];
  /** What stands in a column without what is blank around it; empty where nothing does, or there is no such column. */
  readonly text: (column: Column) => string;
  /** As it stands. */
  readonly verbatim: (column: Column) => string;
  /** The whole row, in the order of the header. */
  readonly all: () => readonly string[];
  /** A whole number such as 12 or -3; null where nothing stands. Anything else is a problem. */
  readonly whole: (column: Column) => number | null;
  /** An amount such as 1234.50, as minor units of a currency with so many decimals; null where nothing stands. */
  readonly minor: (column: Column, decimals: number) => number | null;
  /** A time such as 2026-11-22T08:15:00Z or 2026-11-22 08:15:00 +0530; null where nothing stands. */
  readonly time: (column: Column) => Date | null;
  /** yes or no, true or false; null where nothing stands. */
  readonly yes: (column: Column) => boolean | null;
  /** One of a few words, as `partially_refunded`: written with capitals or blanks it is the same one. */
  readonly word: (column: Column) => string;
  readonly has: (column: Column) => boolean;
  /** A SKU or a barcode. One of which a spreadsheet has left 8.90E+12 is a problem: its digits are lost. */
  readonly code: (column: Column) => string;
  /** Notes what is wrong, of each column once; after something about the row as a whole, nothing more of that row. */
  readonly wrong: (column: Column | null, why: string) => void;
  /** Whether nothing is wrong so far with any of the rows that are about the same. */
  readonly isGood: () => boolean;
}

/** What a place has room for; what is longer is cut, where nobody is refused for a long street, and ends in no blank. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join("").trimEnd();

/** As a place of one line has it. Signs that nobody sees, which no request may hold and no answer shows, become a blank. */
export const oneLine = (text: string, most: number): string =>
  cut(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(), most);

/**
 * @param problems gets what is wrong.
 * @param groupRow the first of the rows that are about the same: what is wrong further down names its own row.
 */
export function cellsOf(
  header: readonly string[],
  { number, fields }: FileRow,
  problems: Problem[],
  groupRow = number,
): Cells {
  const { placeOf, placesOf } = columnsOf(header);
  const at = (place: number) => restore(fields[place] ?? "");
  const said = new Set<string | null>();
  const wrong = (column: string | null, why: string) => {
    if (said.has(column) || said.has(null)) return;
    said.add(column);
    problems.push({
      column,
      text: column === null ? null : shown(at(placeOf(column))),
      why: number === groupRow ? why : `In row ${number}: ${why}`,
    });
  };
  const verbatim = (column: string) => {
    const [first = -1, ...others] = placesOf(column);
    const text = at(first);
    if (others.some((other) => at(other) !== text)) {
      wrong(column, "Two columns have this name and different values: remove one of them.");
    }
    return text;
  };
  const text = (column: string) => verbatim(column).trim();
  const read = <T>(column: string, form: RegExp, why: string, value: (found: string) => T): T | null => {
    const found = text(column);
    if (found === "") return null;
    if (form.test(found)) return value(found);
    wrong(column, why);
    return null;
  };
  const isShort = fields.length < header.length;
  if (isShort || fields.slice(header.length).some((field) => field.trim() !== "")) {
    const hint = isShort
      ? "Was the file cut off here, or does a field contain a line break without quotes around it?"
      : "Does a field contain the separator without quotes around it?";
    const count = fields.length === 1 ? "1 field" : `${fields.length} fields`;
    // Nobody knows which field belongs to which column.
    wrong(null, `The row has ${count}, and the header ${header.length}. ${hint}`);
  }
  return {
    row: number,
    header,
    text,
    verbatim,
    all: () => header.map((_, place) => at(place)),
    wrong,
    isGood: () => problems.length === 0,
    word: (column) =>
      text(column)
        .toLowerCase()
        .replace(/[\s-]+/g, "_"),
    has: (column) => placeOf(column) >= 0,
    code: (column) => {
      const found = text(column);
      if (/^'?\d\.\d+E\+\d\d$/i.test(found)) wrong(column, shortened);
      return found;
    },
    whole: (column) =>
      read(column, /^-?\d{1,12}$/, "A whole number is needed, without separators.", (found) => Number(found) + 0),
    minor: (column, decimals) => {
      const [form, example] = amountForms[decimals] ?? amountForm(decimals);
      const why = `An amount such as ${example} is needed, without thousands separators or a currency.`;
      return read(column, form, why, (found) => minorOf(found, decimals));
    },
    time: (column) => {
      const found = text(column);
      if (found === "") return null;
      const at = timeIn(found);
      if (at === null) wrong(column, "A time with a time zone is needed, such as 2026-11-22 08:15:00 +0530.");
      return at;
    },
    yes: (column) =>
      read(column, /^(?:yes|no|true|false)$/i, "yes or no is needed.", (found) => /^(?:yes|true)$/i.test(found)),
  };
}

/** Of a text that is too long its beginning says which it is. */
const shown = (text: string): string => (text.length <= shownMax ? text : `${cut(text, shownMax)}…`);
const shownMax = 200;

const shortened =
  "A spreadsheet has shortened this number, and its last digits are lost: format the column as text, and export the file again.";

/** What is behind the last decimal of the currency may only be zeros: nothing is rounded. */
const amountForm = (decimals: number) =>
  [new RegExp(`^-?\\d{1,13}(?:\\.(?=\\d)\\d{0,${decimals}}0*)?$`), (1234.5).toFixed(decimals)] as const;
const amountForms = [0, 1, 2, 3, 4].map(amountForm);

/** Exact: digits are moved, nothing is multiplied. */
function minorOf(text: string, decimals: number): number {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  // A minus before nothing is nothing: -0 is another number than 0 to whoever compares them.
  return Number(`${sign}${whole}${part.slice(0, decimals).padEnd(decimals, "0")}`) + 0;
}

/**
 * With a zone, or in none at all: without one nobody knows which moment it was. A day that no calendar has is none, nor is
 * a year that no shop has seen.
 */
function timeIn(text: string): Date | null {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)$/.exec(text);
  if (!found) return null;
  const [, day = "", time, zone = "Z"] = found;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  if (day < "1970" || day >= "2100") return null;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : "Z";
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at;
}
