/** Characters that cannot be seen, and come along when a text is copied from a chat, a web page or an address book. */

const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** For texts that are compared. Joiners stay, which belong to the spelling of words. */
export const withoutUnseen = (text: string): string => text.replace(unseen, "").trim();

/**
 * A code from another store's file, with each letter in one form, as SKUs are stored: spreadsheets protect leading zeros
 * and long numbers with an apostrophe.
 */
export const plainCode = (text: string): string => withoutUnseen(text).replace(/^'/, "").normalize("NFC");

/** The same with its marks: a SKU may have been stored with them. */
export const markedCode = (text: string): string => text.replace(/^'/, "");

/** A sentence that names the first of them, because the text looks right; empty if there is none. */
export function unseenIn(text: string): string {
  const at = text.search(unseen);
  const blank = text.search(/[\u00a0\u2007\u202f]/);
  if (at >= 0) return ` It contains an invisible character (${codeAt(text, at)}).`;
  return blank < 0 ? "" : ` It contains a blank that is no ordinary one (${codeAt(text, blank)}).`;
}

const codeAt = (text: string, at: number): string =>
  `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")}`;
