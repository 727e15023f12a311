import { delimiters, type Form } from "./form.ts";
import { rowSplitter } from "./split-rows.ts";
import { UnreadableFile } from "./unreadable.ts";

/** How much of a file is inspected. */
export const sniffedBytes = 64 * 1024;

const otherFiles: readonly (readonly [bytes: readonly number[], is: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "a zip file or a spreadsheet (.xlsx)"],
  [[0x50, 0x4b, 0x05, 0x06], "an empty zip file"],
  [[0x1f, 0x8b], "a compressed file (.gz)"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an old spreadsheet (.xls)"],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], "a formatted text (.rtf)"],
];

/**
 * Detects the format from the first bytes of a file.
 * @throws UnreadableFile if it is not text in UTF-8 or UTF-16.
 */
export function formOf(first: Uint8Array): Form {
  const other = otherFiles.find(([bytes]) => bytes.every((byte, nth) => first[nth] === byte));
  if (other) throw new UnreadableFile(noCsv(other[1]));
  const { encoding, markBytes: encodingBytes } = encodingOf(first);
  const all = new TextDecoder(encoding).decode(first.subarray(encodingBytes));
  // A line that only Excel understands: it gives the separator, and is not a row. Where another program has saved it
  // as a row, it ends with that program's separators.
  const [hint = "", sign, padding] = /^"?sep=(.)"?([,;\t|]?)\2*(?:\r\n|\n|\r)/i.exec(all) ?? [];
  const markBytes = encodingBytes + (encoding === "utf-8" ? Buffer.byteLength(hint) : hint.length * 2);
  const text = all.slice(hint.length);
  const line = text.replace(/^[\r\n]+/, "").split(/\r\n|\n|\r/, 1)[0] ?? "";
  if (line.includes("\0")) throw new UnreadableFile("This is not a text file: it has NUL bytes in its first line.");
  if (text.trim() === "") throw new UnreadableFile("The file is empty.");
  if (/^\s*</.test(text)) throw new UnreadableFile(noCsv("a web page or XML, perhaps under the name of a spreadsheet"));
  if (/^\s*[[{]/.test(text)) throw new UnreadableFile(noCsv("JSON"));
  const inner = unwrapped(line);
  const wrapped = inner !== line && mostFieldsIn(inner).fields > 1;
  const said = wrapped ? sign : padding || sign;
  const delimiter = delimiters.find((one) => one === said) ?? mostFieldsIn(wrapped ? inner : text).delimiter;
  return { encoding, markBytes, delimiter, wrapped };
}

const noCsv = (is: string) => `This is ${is}, not a CSV file. Save it as CSV (UTF-8) and send that.`;

function encodingOf(first: Uint8Array): Pick<Form, "encoding" | "markBytes"> {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return { encoding: "utf-8", markBytes: 3 };
  if (first[0] === 0xff && first[1] === 0xfe) return { encoding: "utf-16le", markBytes: 2 };
  if (first[0] === 0xfe && first[1] === 0xff) return { encoding: "utf-16be", markBytes: 2 };
  // Without a byte order mark: in Latin text, as column names are, every other byte is zero.
  const start = first.subarray(0, 16);
  const zeros = [0, 1].map((odd) => start.filter((byte, nth) => nth % 2 === odd && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const most = start.length * 0.3;
  if (odd > most && even < most / 10) return { encoding: "utf-16le", markBytes: 0 };
  if (even > most && odd < most / 10) return { encoding: "utf-16be", markBytes: 0 };
  return { encoding: "utf-8", markBytes: 0 };
}

/** Unwraps a line that a spreadsheet has quoted as one cell; returns any other line unchanged. */
export function unwrapped(line: string): string {
  const found = /^"((?:[^"]|"")*)"[;,]*$/.exec(line);
  return found?.[1] === undefined ? line : found[1].replaceAll('""', '"');
}

/** The separator with which the first row has the most fields; one that would cut through quotes only if all would. */
function mostFieldsIn(text: string) {
  const found = delimiters.map((delimiter) => {
    const [row] = rowSplitter(delimiter, { rows: 0, lines: 0 }).split(`${text}\n`);
    const cuts = !row || row.stray !== null || row.fields.some((field) => field.includes('"'));
    return { delimiter, fields: row?.fields.length ?? 0, cuts };
  });
  return found.reduce((a, b) => (a.cuts === b.cuts ? (b.fields > a.fields ? b : a) : a.cuts ? b : a));
}
