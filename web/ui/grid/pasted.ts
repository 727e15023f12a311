/** What a spreadsheet puts on the clipboard, and what of it had no place in a grid. */
/** Its lines, each with its cells. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));

/** What was not pasted: nobody may believe that it was. */
export interface Unpasted {
  /** Rows below the grid's last one. */
  readonly rows: number;
  /** Columns beyond its last one, or of a name that it has not. */
  readonly columns: number;
  /** Items that it does not show. */
  readonly skus: readonly string[];
}

export const allPasted: Unpasted = { rows: 0, columns: 0, skus: [] };
