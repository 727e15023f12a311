/** What a spreadsheet puts on the clipboard, and what of it had no place in a grid. */
import { countText } from "../format/format.tsx";

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

const namedMax = 5;

/** Null when everything had a place. */
export function unpastedText({ rows, columns, skus }: Unpasted): string | null {
  const named = skus.slice(0, namedMax).join(", ") + (skus.length > namedMax ? " …" : "");
  const says = [
    rows > 0 && `${countText(rows, "row")} did not fit: the grid ends before ${rows === 1 ? "it" : "them"}.`,
    columns > 0 && `${countText(columns, "column")} did not fit the columns of the grid.`,
    skus.length > 0 && `${countText(skus.length, "SKU")} not in this grid: ${named}.`,
  ].filter((one) => one !== false);
  return says.length > 0 ? says.join(" ") : null;
}
