import { neutralise } from "./formula.ts";

export type Cell = string | number | boolean | null;

/** One line of a UTF-8 file, with its line break. Formulas are neutralised; null is an empty cell. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(",")}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return "";
  return quoted(typeof cell === "string" ? neutralise(cell) : String(cell));
}

/** Between quotes where it could be taken for something else without them; blanks at its ends would be lost. */
export const quoted = (text: string): string =>
  /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
