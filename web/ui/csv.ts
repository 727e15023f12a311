/** What a list shows, as a file: every page of the current filter, written in the browser. */
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { ask } from "../api/ask.ts";

/** More rows than a browser should hold at once. */
const rowsMax = 50_000;

type Cell = string | number | null;

/** All rows of a list, 200 at a time; `onPage` hears how many there are so far. */
export async function allOf<Op extends Operation, Item>(
  op: Op,
  filters: Asked<Op>,
  itemsOf: (answer: Answer<Op>) => { readonly items: readonly Item[]; readonly nextCursor: string | null },
  onPage: (rows: number) => void,
): Promise<Item[]> {
  const rows: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = itemsOf(await ask(op, { ...filters, limit: 200, cursor } as Asked<Op>)); // a list's input has both
    rows.push(...page.items);
    onPage(rows.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && rows.length < rowsMax);
  return rows;
}

/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and after what it may take for the end of one. Signs of
 * full width count as the plain ones. What has apostrophes there already gets one more, so that taking one away restores it.
 */
const formula = /^(?='*[=+\-@\t\r＝＋－＠])|(?<=[\t\r\n;,|"])(?='*[=+\-@＝＋－＠])/g;
/** A spreadsheet runs a formula; an apostrophe before it keeps it a text. */
const harmless = (text: string): string => text.replace(formula, "'");
const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((row) => row.map((cell) => (typeof cell === "string" ? quoted(harmless(cell)) : (cell ?? ""))).join(","))
    .join("\r\n");
