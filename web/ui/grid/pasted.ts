/** Cells from a spreadsheet's clipboard, and those that did not fit into a grid. */

/**
 * The lines of the clipboard text, each with its cells. A cell that itself has several lines is in quotes; its field has
 * only one.
 */
export function pastedCells(text: string): string[][] {
  const all = text.replaceAll(/\r\n?/g, "\n").replace(/\n$/, "");
  const lines: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at <= all.length; ) {
    const close = all[at] === '"' ? closingQuote(all, at) : null;
    const end = close === null ? next(/[\t\n]/g, all, at) : close + 1;
    const cell = close === null ? all.slice(at, end) : all.slice(at + 1, close).replaceAll('""', '"');
    cells.push(inOneLine(cell));
    if (all[end] !== "\t") {
      lines.push(cells);
      cells = [];
    }
    at = end + 1;
  }
  return lines;
}

/**
 * Where the quotes that open here are closed, at the end of a cell. Null if they are a part of the cell, as in `"Dining`:
 * it must not swallow the columns up to the next one, so that there are no tabs in quotes.
 */
function closingQuote(all: string, open: number): number | null {
  let at = open + 1;
  for (;;) {
    at = next(/[\t"]/g, all, at);
    if (all[at] !== '"') return null;
    if (all[at + 1] !== '"') return /^[\t\n]?$/.test(all[at + 1] ?? "") ? at : null;
    at += 2;
  }
}

function next(mark: RegExp, all: string, from: number): number {
  mark.lastIndex = from;
  return mark.exec(all)?.index ?? all.length;
}

const inOneLine = (cell: string): string =>
  cell
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

/** What was not pasted, to be reported to the user. */
export interface Unpasted {
  /** Rows below the grid's last one. */
  readonly rows: number;
  /** Columns beyond its last one, or with an unknown name. */
  readonly columns: number;
  /** Items that it does not show. */
  readonly skus: readonly string[];
}

export const allPasted: Unpasted = { rows: 0, columns: 0, skus: [] };
