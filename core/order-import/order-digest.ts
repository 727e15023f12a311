import { createHash } from "node:crypto";
import type { Cell } from "#core/contract/values/csv-line";
import { truthIn } from "#core/job/import-file/truth";

type Rows = readonly (readonly Cell[])[];

/**
 * A digest of what a file contains about an order, by which the same order is recognised: in the rows of a file, of
 * that file as a spreadsheet has saved it again, and of the export.
 */
export const digestOf = (rows: Rows): string => digestBeforeTruth(rows.map((row) => row.map(inEnglish)));

/** The same from before true and false were recognised in other languages. */
export const digestBeforeTruth = (rows: Rows): string => digestBeforeCommas(rows.map((row) => row.map(withPoint)));

/** The same from before amounts with a decimal comma were read. */
export const digestBeforeCommas = (rows: Rows): string => exactDigestOf(rows.map((row) => row.map(plain)));

/** The same from before a file that a spreadsheet has saved was recognised. */
export const exactDigestOf = (rows: Rows): string => createHash("md5").update(JSON.stringify(rows)).digest("hex");

// Apart from the functions, which would make each of them anew for each cell of a file.
const withComma = /^(-?\d+),(\d{1,2})$/;
const decimal = /^-?\d+\.\d+$/;
const noughts = /\.?0+$/;
const yesOrNo = /^(?:true|false)$/i;
const lineEnd = /\r\n?/g;

const inEnglish = (cell: Cell): Cell => (typeof cell === "string" ? (truthIn(cell.trim())?.toString() ?? cell) : cell);

const withPoint = (cell: Cell): Cell => (typeof cell === "string" ? cell.trim().replace(withComma, "$1.$2") : cell);

/** A spreadsheet writes 100.00 as 100 and true as TRUE, and ends lines as its system does. */
function plain(cell: Cell): string {
  const text = String(cell ?? "").trim();
  if (decimal.test(text)) return text.replace(noughts, "");
  return yesOrNo.test(text) ? text.toLowerCase() : text.replace(lineEnd, "\n");
}
