/** Texts of strangers, before they are kept. */

/** PostgreSQL's text holds neither NUL nor half of a surrogate pair. */
export const cleaned = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** The beginning of a text, as many whole characters as fit into so many bytes of UTF-8. */
export function cutTo(bytesMax: number, text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  // A byte that begins with 10 goes on with a character that would be cut in two.
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString("utf8");
}

/** The beginning of a text, as many characters as are taken there. */
export const firstOf = (charactersMax: number, text: string): string => [...text].slice(0, charactersMax).join("");
