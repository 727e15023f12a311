/** The names of a file's columns in the middle of it: two files were joined into one, and they are no row. */
import { UnreadableFile } from "#core/csv/unreadable";
import type { Layout } from "../import-kind.ts";
import { columnsOf, plainName } from "./columns.ts";
import { withoutUnseen } from "./unseen.ts";

type Names = Pick<Layout<never>, "needs" | "reads" | "groupedBy">;

/**
 * Whether a row has the header's names, or those of other columns, or in another order: what is below that would be read
 * by the wrong names. Undefined for any other row, also for one that has names among its data, but not where rows have
 * what they are about.
 */
export function headersIn(header: readonly string[], { needs, reads, groupedBy = needs[0] ?? "" }: Names) {
  const [own, needed] = [header.map(plainName), needs.map(plainName)];
  const known = new Set([...own, ...reads.map(plainName)].filter((name) => name !== ""));
  const longest = Math.max(...[...known].map((name) => name.length)) + marksMax;
  const keyAt = columnsOf(header).placeOf(groupedBy);
  return (fields: readonly string[]): "the same" | "others" | undefined => {
    const key = fields[keyAt] || (fields.find((field) => field !== "") ?? "");
    // All that is looked at in an ordinary row: looking at every field of a large file would take seconds.
    if (needs.length === 0 || key.length > longest || !known.has(plain(key))) return undefined;
    const names = fields.map(plain);
    if (names.length >= own.length && names.every((name, place) => name === (own[place] ?? ""))) return "the same";
    return needed.every((name) => names.includes(name)) ? "others" : undefined;
  };
}

export const joinedAt = (row: number): UnreadableFile =>
  new UnreadableFile(
    `Row ${row} names columns again, and not as the first row does: two files were joined here. Import them one after the other.`,
  );

/** Marks and blanks around a name. */
const marksMax = 10;

const plain = (name: string): string => plainName(withoutUnseen(name));
