import { endOfFileIn } from "./end-of-file.ts";
import { firstFields } from "./first-fields.ts";
import { type Form, passedBytesMax, rowBytesMax } from "./form.ts";
import { UnreadableFile } from "./unreadable.ts";

export interface SplitRow {
  readonly fields: readonly string[];
  /** As in a spreadsheet: empty lines count. */
  readonly number: number;
  /** Lines and bytes of the text up to its end. */
  readonly lines: number;
  readonly bytes: number;
  readonly stray: Stray | null;
  /** Whether a line break follows: if not, the file may have been cut off in it. */
  readonly isEnded: boolean;
}

/** A row with a quote where none belongs: after it, its columns are uncertain. Or one that is too large. */
export interface Stray {
  /** Of the quote. Of a row that is too large, its last. */
  readonly line: number;
  /**
   * Of the quote with which its field begins: it is the one that does not close if it is lines above. Of a row that is too
   * large, of its last one; 0 if it has none.
   */
  readonly openedLine: number;
  /** The row as it stands in the file, without its line break; null if it is too large, and its first fields are kept. */
  readonly text: string | null;
}

export const columnsMax = 1_000;
/** Of a spreadsheet, which writes the empty ones behind the others too. */
const sheetColumnsMax = 16_384;

export const tooWide = (row: number) => new UnreadableFile(`Row ${row} has more than ${columnsMax} columns.`);

const neverEnding = "is there a quote that never closes?";

/** Where it is: `closed` is behind a closing quote, `spaced` behind its blanks, `stray` in text that follows them. */
type State = "before a field" | "plain" | "quoted" | "closed" | "spaced" | "stray";

/**
 * Splits text into rows as spreadsheets do: within a field that does not begin with a quote, such as `12" pan`, a quote
 * is a character like any other. Text may arrive in pieces, which end anywhere; only one row is kept in memory.
 * @returns `split` takes the next piece, null for the end; `where` names the row that it has not finished.
 */
export function rowSplitter(delimiter: Form["delimiter"], before: { readonly rows: number; readonly lines: number }) {
  const end = new RegExp(`[${delimiter}\r\n]`, "g");
  // Files written by hand have blanks before and behind quotes.
  const blanks = new RegExp(`[^\\S\r\n${delimiter}]*`, "y");
  let { rows, lines } = before;
  let bytes = 0;
  let held = "";
  let state: State = "before a field";
  let [field, fields, wasQuoted] = ["", [] as string[], false];
  let [rowText, rowBytes, rowLines] = ["", 0, 0];
  let [strayLine, bare, wasStray] = [null as number | null, false, false];
  /** Of the last opening quote, and of the one before the stray quote. */
  let [openedLine, strayOpenedLine] = [0, 0];

  const where = () => `Row ${rows + 1}, which begins in line ${lines + 1},`;

  const endField = () => {
    if (state === "plain" || state === "before a field") {
      bare ||= field.includes('"');
      field = field.trim();
    }
    // Two megabytes of separators would be two million fields.
    if (fields.push(field) > sheetColumnsMax) throw tooWide(rows + 1);
    field = "";
    state = "before a field";
  };

  /** No more than a row may have is in memory, and one piece: of what is too large, the first fields are kept. */
  const add = (part: string) => {
    if (rowBytes <= rowBytesMax) field += part;
  };

  const keep = (part: string) => {
    rowBytes += Buffer.byteLength(part);
    rowText = rowBytes > rowBytesMax ? "" : rowText + part;
  };

  /** @returns null for an empty line. */
  const endRow = (isEnded: boolean): SplitRow | null => {
    const isLarge = rowBytes > rowBytesMax;
    // It may have been cut off, or go on in what is taken for the end of a text.
    if (rowBytes > passedBytesMax || (isLarge && !isEnded)) throw tooLarge();
    // Behind a row with a stray quote, this may be the rest of its text.
    const line = strayLine ?? (wasStray && bare ? lines + 1 : null);
    const text = rowText.replace(/\r?\n$|\r$/, "");
    const found = line === null ? null : { line, openedLine: strayLine === null ? line : strayOpenedLine, text };
    const openedBy = strayLine === null ? openedLine : strayOpenedLine;
    const stray = isLarge ? { line: lines + rowLines, openedLine: openedBy, text: null } : found;
    rows++;
    lines += rowLines;
    bytes += rowBytes;
    const isEmpty = fields.length === 1 && fields[0] === "" && !wasQuoted;
    const its = isLarge ? firstFields(fields) : fields;
    const row = isEmpty ? null : { fields: its, number: rows, lines, bytes, stray, isEnded };
    wasStray = found !== null;
    [fields, wasQuoted, rowText, rowBytes, rowLines, strayLine, bare] = [[], false, "", 0, 0, null, false];
    openedLine = 0;
    return row;
  };

  const tooLarge = () => {
    const why = state === "quoted" ? `does the quote that opens in line ${openedLine} never close?` : neverEnding;
    return new UnreadableFile(`${where()} is larger than 2 MB: ${why}`);
  };

  function* split(text: string): Generator<SplitRow> {
    let [at, rowAt] = [0, 0];
    while (at < text.length) {
      if (state === "quoted") {
        const quote = text.indexOf('"', at);
        const part = text.slice(at, quote < 0 ? undefined : quote);
        rowLines += part.match(/\r\n|\r|\n/g)?.length ?? 0;
        add(part);
        at += part.length;
        if (quote >= 0) {
          state = "closed";
          at++;
        }
        continue;
      }
      if (state === "closed" && text[at] === '"') {
        add('"');
        state = "quoted";
        at++;
        continue;
      }
      if (state === "before a field" || state === "closed" || state === "spaced") {
        blanks.lastIndex = at;
        blanks.test(text);
        // From here on a quote no longer belongs to the closing one, even if it is first in the next piece.
        if (state === "closed" && blanks.lastIndex > at) state = "spaced";
        at = blanks.lastIndex;
        if (at === text.length) break;
      }
      if (state === "before a field") {
        state = text[at] === '"' ? "quoted" : "plain";
        if (state === "quoted") {
          wasQuoted = true;
          openedLine = lines + rowLines + 1;
          at++;
          continue;
        }
      }
      end.lastIndex = at;
      const found = end.exec(text)?.index ?? text.length;
      if ((state === "closed" || state === "spaced") && found > at) {
        state = "stray";
        if (strayLine === null) [strayLine, strayOpenedLine] = [lines + rowLines + 1, openedLine];
        field = `"${field}"`;
      }
      add(text.slice(at, found));
      at = found;
      if (at === text.length) break;
      endField();
      if (text[at] === delimiter) {
        at++;
        continue;
      }
      at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
      rowLines++;
      keep(text.slice(rowAt, at));
      rowAt = at;
      const row = endRow(true);
      if (row) yield row;
    }
    keep(text.slice(rowAt));
    if (rowBytes > passedBytesMax) throw tooLarge();
  }

  function* splitPiece(piece: string | null): Generator<SplitRow> {
    const text = held + (piece ?? "");
    const end = endOfFileIn(text);
    // The next piece may begin with the second half of this line break.
    const most = end === text.length && text.endsWith("\r") && piece !== null ? end - 1 : end;
    held = piece === null ? "" : text.slice(most);
    yield* split(text.slice(0, most));
    if (piece !== null) return;
    if (state === "quoted") {
      if (rowBytes > rowBytesMax) throw tooLarge();
      throw new UnreadableFile(`${where()} has a quote that never closes: it opens in line ${openedLine}.`);
    }
    if (fields.length === 0 && state === "before a field") return;
    endField();
    const row = endRow(false);
    if (row) yield row;
  }
  return { split: splitPiece, where };
}
