/** Rows as a CSV file. */

type Cell = string | number | null;

/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and after what it may take for the end of one. Signs of
 * full width count as the plain ones. What has apostrophes there already gets one more, so that taking one away restores it.
 */
const formula = /^(?='*[=+\-@\t\r＝＋－＠])|(?<=[\t\r\n;,|"])(?='*[=+\-@＝＋－＠])/g;
/** Nothing but a number, which is added up: an amount below zero is no formula. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
/** A spreadsheet runs a formula; an apostrophe before it keeps it a text. */
const escapeFormula = (text: string): string => (plainNumber.test(text) ? text : text.replace(formula, "'"));
const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((row) => row.map((cell) => (typeof cell === "string" ? quote(escapeFormula(cell)) : (cell ?? ""))).join(","))
    .join("\r\n");
