import { columnsOf } from "../import-file/columns.ts";
import { plainCode } from "../import-file/unseen.ts";
import type { Group, Verdict } from "../import-kind.ts";
import type { Reading } from "./read-item.ts";

/**
 * Names the columns of problems as the file does: what is wrong with an item as a whole is said of the columns of our
 * own layout. Where the file has several for one of them, it is the one with the problem's text.
 */
export function inTheirWords<Item>(verdict: Verdict, { layout, header }: Reading<Item>, group: Group): Verdict {
  if (verdict.outcome !== "refused") return verdict;
  const { placesOf } = columnsOf(header);
  const nameOf = (column: string, text: string | null): string => {
    const names = layout.calls?.[column] ?? [column];
    const places = names.flatMap(placesOf);
    const place = places.find((at) => group.some(({ fields }) => isText(fields[at], text))) ?? places[0];
    return header[place ?? -1] ?? names[0] ?? column;
  };
  const problems = verdict.problems.map((one) => ({ ...one, column: one.column && nameOf(one.column, one.text) }));
  return { ...verdict, problems };
}

/** A text may have lost its apostrophe, its invisible marks or blanks on reading. */
const isText = (field = "", text: string | null): boolean => text !== null && plainly(field) === plainly(text);
const plainly = (text: string): string => plainCode(text.replace(/\s+/g, " "));
