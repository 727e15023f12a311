/** Rows as a CSV file. */

type Cell = string | number | null;

/** A spreadsheet would run text that begins like this as a formula; an apostrophe keeps it a text. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((row) => row.map((cell) => (typeof cell === "string" ? quote(escapeFormula(cell)) : (cell ?? ""))).join(","))
    .join("\r\n");
