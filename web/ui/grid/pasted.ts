/** Cells from a spreadsheet's clipboard, and those that did not fit into a grid. */
const cell = /(?:"(?<quoted>(?:[^"]|"")*)"(?=[\t\r\n]|$)|(?<plain>[^\t\r\n]*))(?<end>\t|\r?\n|$)/gy;

/**
 * The lines of the clipboard text, each with its cells. A cell that itself has several lines is in quotes; its field has
 * only one.
 */
export function pastedCells(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const { groups } of text.replace(/\r?\n$/, "").matchAll(cell)) {
    const { quoted, plain = "", end } = groups ?? {};
    lines.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s*\n\s*/g, " ").trim());
    if (end === "") break;
    if (end !== "\t") lines.push([]);
  }
  return lines;
}

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
