import { neutralise } from "./formula.ts";

export type Cell = string | number | boolean | null;

/** One line of a UTF-8 file, with its line break. Formulas are neutralised; null is an empty cell. */
export const csvLine = (cells: readonly Cell[], delimiter = ","): string => `${cells.map(written).join(delimiter)}\r\n`;

export const csvLines = (rows: readonly (readonly Cell[])[]): string => rows.map((cells) => csvLine(cells)).join("");

function written(cell: Cell): string {
  if (cell === null) return "";
  return quoted(typeof cell === "string" ? neutralise(cell) : String(cell));
}

/** Between quotes where it could be taken for something else without them; blanks at its ends would be lost. */
const quoted = (text: string): string => (/[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
