/** Cells from a spreadsheet's clipboard, and those that did not fit into a grid. */
/** The lines of the clipboard text, each with its cells. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));

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
