import { setImmediate } from "node:timers/promises";
import { decoded, WronglyEncoded } from "./decode.ts";
import type { Form } from "./form.ts";
import { columnsMax, rowSplitter, type SplitRow, tooWide } from "./split-rows.ts";
import { UnreadableFile } from "./unreadable.ts";

/** Its number is as in a spreadsheet: the header is row 1. `stray` is null unless its columns are uncertain. */
export interface CsvRow extends Pick<SplitRow, "number" | "fields" | "stray" | "isEnded"> {
  /** Where it ends. */
  readonly place: Place;
}

/** A position between two rows of a file, from which reading can continue. */
export interface Place {
  /** Rows before it, including empty ones. */
  readonly rows: number;
  /** Lines before it: fields may contain line breaks. */
  readonly lines: number;
  /** Bytes before it; null if it can be found only by reading from the start. */
  readonly bytes: number | null;
}

type Open = (fromByte: number) => Promise<AsyncIterable<Uint8Array>>;

/** The rows of a file after `from`, one by one: see `rowsByPiece`. */
export async function* rowsOf(open: Open, form: Form, from: Place): AsyncGenerator<CsvRow> {
  for await (const rows of rowsByPiece(open, form, from)) yield* rows;
}

/**
 * The rows of a file after `from`, those of each piece of it together: to wait for each takes longer than to read it.
 * Memory use does not depend on the file's size: one row and the read-ahead.
 * @param open opens the file at a byte.
 * @throws UnreadableFile with the row from which the file cannot be read, behind those above it.
 */
export async function* rowsByPiece(open: Open, form: Form, from: Place): AsyncGenerator<readonly CsvRow[]> {
  const seeks = isSeekable(form);
  const fromByte = seeks ? (from.bytes ?? form.markBytes) : form.markBytes;
  const before = seeks ? from : { rows: 0, lines: 0 };
  const { split, where } = rowSplitter(form.delimiter, before);
  const rowsIn = function* (text: string | null) {
    const rows: CsvRow[] = [];
    try {
      for (const row of split(text)) {
        const { number, fields: all, lines, bytes, stray, isEnded } = withVisibleNuls(row);
        if (all.length > columnsMax && all.slice(columnsMax).some((field) => field !== "")) throw tooWide(number);
        const fields = all.length > columnsMax ? all.slice(0, columnsMax) : all;
        const place = { rows: number, lines, bytes: seeks ? fromByte + bytes : null };
        if (seeks || number > from.rows) rows.push({ number, fields, place, stray, isEnded });
      }
    } finally {
      yield rows;
    }
  };
  try {
    for await (const text of decoded(inTurn(await open(fromByte)), form)) yield* rowsIn(text);
  } catch (error) {
    if (!(error instanceof WronglyEncoded)) throw error;
    const encoding = form.encoding.toUpperCase();
    const why = error.isCutOff
      ? `ends in the middle of a letter: the file has been cut off there, or is not written in ${encoding}. Send all of it, saved`
      : `is not written in ${encoding}: save the file`;
    throw new UnreadableFile(
      `${where()} ${why} as CSV in UTF-8 (Excel calls it “CSV UTF-8”), so that no letter is taken for another.`,
    );
  }
  yield* rowsIn(null);
}

/** About a millisecond of reading. */
const pieceBytes = 4 * 1024;

/** Lets whoever waits for an answer go on between two pieces: a file is read while the database works on its rows. */
async function* inTurn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      await setImmediate();
      yield chunk.subarray(at, at + pieceBytes);
    }
  }
}

/** Stands for a NUL byte, which can be neither stored nor seen: whoever corrects the row finds it. */
export const visibleNul = "\u2400";

function withVisibleNuls(row: SplitRow): SplitRow {
  if (!row.fields.some((field) => field.includes("\0"))) return row;
  const shown = (text: string) => text.replaceAll("\0", visibleNul);
  return {
    ...row,
    fields: row.fields.map(shown),
    stray: row.stray && { ...row.stray, text: row.stray.text && shown(row.stray.text) },
  };
}

/** Only in unmodified UTF-8 is the byte position of a row known. */
const isSeekable = ({ encoding, wrapped }: Form): boolean => encoding === "utf-8" && !wrapped;
