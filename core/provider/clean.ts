/** Cleans foreign texts before they are stored. */

/** PostgreSQL's text allows neither NUL nor lone surrogates. */
export const cleaned = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** The start of a text: as many whole characters as fit into this number of bytes in UTF-8. */
export function cutTo(bytesMax: number, text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  // A byte starting with 10 continues a character that would be cut in two.
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString("utf8");
}

/** The start of a text, up to this number of characters. */
export const firstOf = (charactersMax: number, text: string): string => [...text].slice(0, charactersMax).join("");
