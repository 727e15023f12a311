import { unseenMarks } from "#core/contract/patterns";

/** For texts that are compared. Joiners stay, which belong to the spelling of words. */
export const withoutUnseen = (text: string): string => text.replace(unseenMarks, "").trim();

/** A code from another store's file: spreadsheets protect leading zeros and long numbers with an apostrophe. */
export const plainCode = (text: string): string => withoutUnseen(text).replace(/^'/, "");

/** The same with its marks: a SKU may have been stored with them. */
export const markedCode = (text: string): string => text.replace(/^'/, "");

/** A sentence that names the first of them, because the text looks right; empty if there is none. */
export function unseenIn(text: string): string {
  const at = text.search(unseenMarks);
  if (at < 0) return "";
  return ` It contains an invisible character (U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")}).`;
}
