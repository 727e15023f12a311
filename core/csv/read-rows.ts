import { CsvError, type Parser, parse } from "csv-parse";
import { decoded } from "./decode.ts";
import type { Form } from "./sniff.ts";
import { UnreadableFile } from "./unreadable.ts";

export interface CsvRow {
  /** As in a spreadsheet: the header is row 1, and empty lines count. */
  readonly number: number;
  readonly fields: readonly string[];
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

/** Far more than any real row: an unclosed quote, or an endless line, is not read to its end. */
const rowBytesMax = 1024 * 1024;
export const columnsMax = 1_000;

/**
 * The rows of a file after `from`. Memory use does not depend on the file's size: one row and the read-ahead.
 * @param open opens the file at a byte.
 * @throws UnreadableFile with the row from which the file cannot be read.
 */
export async function* rowsOf(
  open: (fromByte: number) => Promise<AsyncIterable<Uint8Array>>,
  form: Form,
  from: Place,
): AsyncGenerator<CsvRow> {
  const seeks = isSeekable(form);
  const fromByte = seeks ? (from.bytes ?? form.markBytes) : form.markBytes;
  const before = seeks ? from : { rows: 0, lines: 0 };
  let ready: CsvRow[] = [];
  let last = { rows: before.rows, lines: before.lines, empty: 0 };
  const parser = parse({
    delimiter: form.delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    // Files written by hand have spaces before quotes; spaces between quotes are kept.
    trim: true,
    max_record_size: rowBytesMax,
    record_delimiter: ["\r\n", "\n", "\r"],
    onRecord: (record, info) => {
      const number = before.rows + info.records + info.empty_lines;
      last = { rows: number, lines: before.lines + info.lines, empty: info.empty_lines };
      refuseStrange(number, record);
      const place = { rows: number, lines: last.lines, bytes: seeks ? fromByte + info.bytes : null };
      if (seeks || number > from.rows) ready.push({ number, fields: record, place });
      return null;
    },
  });
  // Errors are reported through write; the parser's error event has no listener.
  parser.on("error", () => {}).resume();
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  try {
    for await (const text of decoded(await open(fromByte), form)) {
      await written(parser, text);
      yield* take();
    }
    await written(parser, null);
    yield* take();
  } catch (error) {
    // The rows before it are valid.
    yield* take();
    const empty = parser.info.empty_lines - last.empty;
    throw readable(error, { rows: last.rows + empty, lines: last.lines + empty });
  } finally {
    parser.destroy();
  }
}

/** @param text the next part of the file; null at its end. */
const written = (parser: Parser, text: string | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve());
    if (text === null) {
      parser.once("error", reject);
      parser.end(done);
    } else parser.write(text, done);
  });

function refuseStrange(row: number, fields: readonly string[]): void {
  if (fields.length > columnsMax) throw new UnreadableFile(`Row ${row} has more than ${columnsMax} columns.`);
  const nul = fields.findIndex((field) => field.includes("\0"));
  if (nul >= 0) throw new UnreadableFile(`Row ${row} has a NUL byte in column ${nul + 1}.`);
}

/** Only in unmodified UTF-8 is the byte position of a row known. */
const isSeekable = ({ encoding, wrapped }: Form): boolean => encoding === "utf-8" && !wrapped;

function readable(error: unknown, before: { rows: number; lines: number }): unknown {
  if (!(error instanceof CsvError)) return error;
  const where = `Row ${before.rows + 1}, which begins in line ${before.lines + 1},`;
  if (error.code === "CSV_MAX_RECORD_SIZE") {
    return new UnreadableFile(`${where} is larger than 1 MB: is there a quote that never closes?`);
  }
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new UnreadableFile(`${where} has a quote that never closes.`);
  return new UnreadableFile(
    `${where} has a quote where none belongs: write it twice, and put quotes around the field.`,
  );
}
