/** One row of a file, accessed by column, and its problems. */
import { visibleNul } from "#core/csv/read-rows";
import type { Stray } from "#core/csv/split-rows";
import { amountForm, minorOf } from "./amounts.ts";
import { columnsOf } from "./columns.ts";
import { cutOff, wasCutOff } from "./cut-off.ts";
import { damageOf, failureIn, hasLostLetter, lostLetter } from "./damaged-code.ts";
import { timeIn, type Years } from "./time-in.ts";
import { yesIn } from "./truth.ts";
import { wronglyRead } from "./wrong-encoding.ts";

export interface FileRow {
  /** The row number as a spreadsheet shows it. */
  readonly number: number;
  readonly fields: readonly string[];
  /** Null unless its columns are uncertain. */
  readonly stray: Stray | null;
}

export interface Problem {
  readonly column: string | null;
  readonly text: string | null;
  readonly why: string;
}

/** @typeParam Column the columns that can be read: a layout must list those that it reads. */
export interface Cells<Column extends string = string> {
  readonly row: number;
  readonly header: readonly string[];
  /** The text in a column, trimmed; empty if there is none, or no such column. */
  readonly text: (column: Column) => string;
  /** The text untrimmed. */
  readonly verbatim: (column: Column) => string;
  /** The whole row, in the order of the header. */
  readonly all: () => readonly string[];
  /** A whole number such as 12, 12.0 or -3; null if empty. Anything else is a problem. */
  readonly whole: (column: Column) => number | null;
  /** An amount such as 1234.50 or 1234,5, in minor units of a currency with this many decimals; null if empty. */
  readonly minor: (column: Column, decimals: number) => number | null;
  /** A time such as 2026-11-22T08:15:00Z or 2026-11-22 08:15:00 +0530; null if empty. */
  readonly time: (column: Column, years?: Years) => Date | null;
  /** yes or no, true or false, also as spreadsheets write it in other languages; null if empty. */
  readonly yes: (column: Column) => boolean | null;
  /** A keyword such as `partially_refunded`, also if written with capitals, spaces or hyphens. */
  readonly word: (column: Column) => string;
  readonly has: (column: Column) => boolean;
  /** Digits that are no quantity, such as a SKU or a phone number. 8.90E+12 and #N/A are doubts: they are mostly lost. */
  readonly code: (column: Column) => string;
  /** A title or a name, of which #N/A and MÃ¼ller are mostly none. */
  readonly name: (column: Column) => string;
  /** Records a problem, one per column; after one about the whole row, no more for that row. */
  readonly wrong: (column: Column | null, why: string) => void;
  /** Whether the rows of this group have no problems so far. */
  readonly isGood: () => boolean;
}

/** Cuts text that is too long for a field where that is no reason to refuse a row, such as a long street. */
export const cut = (text: string, most: number): string =>
  // A character is at most two units; a field may have a million.
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("").trimEnd();

/** For a one-line field. Control characters, which no request may contain and no answer shows, become spaces. */
export const oneLine = (text: string, most: number): string =>
  cut(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(), most);

/**
 * @param problems receives the problems.
 * @param groupRow the first row of the group: problems of later rows name their own row.
 * @param doubts receives what looks damaged, which is a problem unless it is the same here.
 * @param mayLackLetters the columns in which a lost letter is no doubt.
 */
export function cellsOf(
  header: readonly string[],
  { number, fields, stray }: FileRow,
  problems: Problem[],
  groupRow = number,
  doubts: Problem[] = [],
  mayLackLetters: readonly string[] = [],
): Cells {
  const { placeOf, placesOf } = columnsOf(header);
  const at = (place: number) => fields[place] ?? "";
  const noteIn = (noted: Problem[]) => {
    let columns: Set<string | null> | undefined;
    return (column: string | null, why: string) => {
      columns ??= new Set();
      if (columns.has(column) || columns.has(null)) return;
      columns.add(column);
      noted.push({
        column,
        text: column === null ? null : shown(at(placeOf(column))),
        why: number === groupRow ? why : `In row ${number}: ${why}`,
      });
    };
  };
  const [wrong, doubtful] = [noteIn(problems), noteIn(doubts)];
  const verbatim = (column: string) => {
    const places = placesOf(column);
    const text = at(places[0] ?? -1);
    if (places.length > 1 && places.some((other) => at(other) !== text)) {
      wrong(column, "Two columns have this name and different values: remove one of them.");
    }
    if (text.includes(visibleNul)) wrong(column, hasNul);
    if (wasCutOff(text)) doubtful(column, cutOff);
    if (text.includes(lostLetter) && !mayLackLetters.includes(column)) doubtful(column, hasLostLetter);
    return text;
  };
  const text = (column: string) => verbatim(column).trim();
  const read = <T>(column: string, form: RegExp, why: string | Why, value: (found: string) => T): T | null => {
    const found = text(column);
    if (found === "") return null;
    if (form.test(found)) return value(found);
    wrong(column, typeof why === "string" ? why : why(found));
    return null;
  };
  if (stray) wrong(null, strayQuote(stray));
  const isShort = fields.length < header.length;
  if (isShort || fields.slice(header.length).some((field) => field.trim() !== "")) {
    const hint = isShort
      ? "Was the file cut off here, or does a field contain a line break without quotes around it?"
      : "Does a field contain the separator without quotes around it?";
    const count = fields.length === 1 ? "1 field" : `${fields.length} fields`;
    // There is no telling which field belongs to which column.
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
      const damage = damageOf(found) ?? wronglyRead(found);
      if (damage !== undefined) doubtful(column, damage);
      return found;
    },
    name: (column) => {
      const found = text(column);
      const failure = failureIn(found) ?? wronglyRead(found);
      if (failure !== undefined) doubtful(column, failure);
      return found;
    },
    whole: (column) => read(column, wholeForm, notWhole, (found) => Number(found) + 0),
    minor: (column, decimals) => {
      const [form, why] = amountForm(decimals);
      return read(column, form, why, (found) => minorOf(found, decimals));
    },
    time: (column, years = [1970, 2099]) => {
      const found = text(column);
      if (found === "") return null;
      const at = timeIn(found, years);
      if (at === null) wrong(column, "A time with a time zone is needed, such as 2026-11-22 08:15:00 +0530.");
      return at;
    },
    yes: (column) => {
      const said = yesIn(text(column));
      if (said === undefined && text(column) !== "") wrong(column, "yes or no is needed.");
      return said ?? null;
    },
  };
}

/** The beginning of a long text is enough to identify it. */
export const shown = (text: string): string => (text.length <= shownMax ? text : `${cut(text, shownMax)}…`);
const shownMax = 200;

const hasNul = `It has a NUL byte, which is shown as ${visibleNul}: remove that, and what else is damaged around it.`;

function strayQuote({ line, openedLine, text }: Stray): string {
  if (text === null) {
    const quote = openedLine > 0 ? `, or is a quote that opens in line ${openedLine} never closed there` : "";
    return `The row is larger than 2 MB, down to line ${line}. Is there a picture in a text${quote}?`;
  }
  const why = `Line ${line} has a quote where none belongs: write it twice, and put quotes around the field.`;
  return openedLine === line ? why : `${why} Line ${openedLine} opens the field: is it never closed there?`;
}

type Why = (found: string) => string;

/** Programs that know only one kind of number write 12 as 12.0; with three zeros it may be twelve thousand. */
const wholeForm = /^-?\d{1,12}(?:\.(?!0{3}$)0+)?$/;
const notWhole: Why = (found) =>
  `A whole number such as 12 is needed${parted.test(found) ? ", without thousands separators" : ""}.`;

/** Groups of three digits, as people and spreadsheets write them. */
const parted = /^-?\d{1,3}(?:[.,'’\s]\d{3})+$/;
