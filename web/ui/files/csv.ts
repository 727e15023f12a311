/** Rows as a CSV file. */

type Cell = string | number | null;

/**
 * Where a spreadsheet would start a formula: at the start of a cell, and after characters that it may take for the end
 * of one. Full-width signs count like plain ones. Text that already has apostrophes there gets one more, so that
 * removing one restores it.
 */
const formula = /^(?='*[=+\-@\t\r＝＋－＠])|(?<=[\t\r\n;,|"])(?='*[=+\-@＝＋－＠])/g;
/** Just a number, which a spreadsheet should add up: a negative amount is not a formula. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
/** An apostrophe in front of a formula keeps a spreadsheet from running it. */
const escapeFormula = (text: string): string => (plainNumber.test(text) ? text : text.replace(formula, "'"));
const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((row) => row.map((cell) => (typeof cell === "string" ? quote(escapeFormula(cell)) : (cell ?? ""))).join(","))
    .join("\r\n");
