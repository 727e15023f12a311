/** The names of a file's columns in the middle of it: two files were joined into one, and they are no row. */
import { UnreadableFile } from "#core/csv/unreadable";
import type { FileRow } from "./cells.ts";
import { plainName } from "./columns.ts";
import { withoutUnseen } from "./unseen.ts";

/**
 * @param needs the columns that the names of any such file have.
 * @throws UnreadableFile if the row names other columns than the header, or in another order: what is below would be
 * read by the wrong names.
 */
export function isHeaderAgain(
  { number, fields }: FileRow,
  header: readonly string[],
  needs: readonly string[],
): boolean {
  const [first = ""] = needs;
  if (!fields.some((field) => field.length <= first.length + marksMax && plain(field) === plainName(first)))
    return false;
  const names = fields.map(plain);
  if (names.every((name, place) => name === plainName(header[place] ?? "")) && names.length >= header.length)
    return true;
  if (!needs.every((name) => names.includes(plainName(name)))) return false;
  const why = `Row ${number} names columns again, and not as the first row does: two files were joined here.`;
  throw new UnreadableFile(`${why} Import them one after the other.`);
}

/** Marks and blanks around a name. Looking closer at every field of a large file would take seconds. */
const marksMax = 10;

const plain = (name: string): string => plainName(withoutUnseen(name));
