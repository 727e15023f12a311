/** The names of a file's columns in the middle of it: two files were joined into one, and they are no row. */
import { UnreadableFile } from "#core/csv/unreadable";
import { plainName } from "./columns.ts";
import { withoutUnseen } from "./unseen.ts";

/**
 * Whether a row has the header's names, or those of other columns, or in another order: what is below that would be read
 * by the wrong names. Undefined for any other row.
 * @param needs the columns that the names of any such file have.
 */
export function headerIn(
  fields: readonly string[],
  header: readonly string[],
  needs: readonly string[],
): "the same" | "others" | undefined {
  const [first = ""] = needs;
  if (!fields.some((field) => field.length <= first.length + marksMax && plain(field) === plainName(first)))
    return undefined;
  const names = fields.map(plain);
  if (names.every((name, place) => name === plainName(header[place] ?? "")) && names.length >= header.length)
    return "the same";
  return needs.every((name) => names.includes(plainName(name))) ? "others" : undefined;
}

export const joinedAt = (row: number): UnreadableFile =>
  new UnreadableFile(
    `Row ${row} names columns again, and not as the first row does: two files were joined here. Import them one after the other.`,
  );

/** Marks and blanks around a name. Looking closer at every field of a large file would take seconds. */
const marksMax = 10;

const plain = (name: string): string => plainName(withoutUnseen(name));
