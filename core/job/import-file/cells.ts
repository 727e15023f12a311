/** One row of a file by its columns, and what is wrong with it. */
import { restore } from "#core/csv/formula";

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

export interface Cells {
  readonly row: number;
  readonly header: readonly string[];
  /** What stands in a column without what is blank around it; empty where nothing does, or there is no such column. */
  readonly text: (column: string) => string;
  /** As it stands. */
  readonly verbatim: (column: string) => string;
  /** A whole number such as 12 or -3; null where nothing stands. Anything else is a problem. */
  readonly whole: (column: string) => number | null;
  /** An amount such as 1234.50, as minor units of a currency with so many decimals; null where nothing stands. */
  readonly minor: (column: string, decimals: number) => number | null;
  /** A time such as 2026-11-22T08:15:00Z or 2026-11-22 08:15:00 +0530; null where nothing stands. */
  readonly time: (column: string) => Date | null;
  /** yes or no, true or false; null where nothing stands. */
  readonly yes: (column: string) => boolean | null;
  readonly has: (column: string) => boolean;
  readonly wrong: (column: string | null, why: string) => void;
}

/** What a place has room for; what is longer is cut, where nobody is refused for a long street. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join("");

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
  const places = placesIn(header);
  const verbatim = (column: string) => restore(fields[places.get(column) ?? -1] ?? "");
  const text = (column: string) => verbatim(column).trim();
  const wrong = (column: string | null, why: string) =>
    void problems.push({
      column,
      text: column === null ? null : verbatim(column),
      why: number === groupRow ? why : `In row ${number}: ${why}`,
    });
  const read = <T>(column: string, form: RegExp, why: string, value: (found: string) => T): T | null => {
    const found = text(column);
    if (found === "") return null;
    if (form.test(found)) return value(found);
    wrong(column, why);
    return null;
  };
  if (fields.length < header.length) {
    wrong(null, `The row has ${fields.length} fields and the header ${header.length}: was it cut short?`);
  } else if (fields.slice(header.length).some((field) => field.trim() !== "")) {
    wrong(null, `The row has ${fields.length} fields and the header only ${header.length}.`);
  }
  return {
    row: number,
    header,
    text,
    verbatim,
    wrong,
    has: (column) => places.has(column),
    whole: (column) => read(column, /^-?\d{1,12}$/, "A whole number is needed, without separators.", Number),
    minor: (column, decimals) => {
      // What is behind the last decimal of the currency may only be zeros: nothing is rounded.
      const form = new RegExp(`^-?\\d{1,13}(?:\\.(?=\\d)\\d{0,${decimals}}0*)?$`);
      const why = `An amount such as ${(1234.5).toFixed(decimals)} is needed, without separators for thousands or a currency.`;
      return read(column, form, why, (found) => minorOf(found, decimals));
    },
    time: (column) => {
      const found = text(column);
      if (found === "") return null;
      const at = timeIn(found);
      if (at === null) wrong(column, "A time with its zone is needed, such as 2026-11-22 08:15:00 +0530.");
      return at;
    },
    yes: (column) =>
      read(column, /^(?:yes|no|true|false)$/i, "yes or no is needed.", (found) => /^(?:yes|true)$/i.test(found)),
  };
}

const headers = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Where each column stands; of two with the same name the first. */
function placesIn(header: readonly string[]): ReadonlyMap<string, number> {
  const known = headers.get(header);
  if (known) return known;
  const places = new Map(header.map((name, place): [string, number] => [name, place]).toReversed());
  headers.set(header, places);
  return places;
}

/** Exact: digits are moved, nothing is multiplied. */
function minorOf(text: string, decimals: number): number {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return Number(`${sign}${whole}${part.slice(0, decimals).padEnd(decimals, "0")}`);
}

/** With a zone, or in none at all: without one nobody knows which moment it was. */
function timeIn(text: string): Date | null {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)$/.exec(text);
  if (!found) return null;
  const [, day, time, zone = "Z"] = found;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : "Z";
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at;
}
