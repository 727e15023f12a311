/** Cleans foreign texts before they are stored. */

/** PostgreSQL's text allows neither NUL nor lone surrogates. */
export const cleaned = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** JSON with a character that cannot be stored. Also matches a literal backslash before these letters, harmlessly. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses JSON with its texts cleaned. Undefined if it is not JSON, which has no undefined. A byte order mark at the
 * beginning, which some servers send, is skipped.
 */
export function cleanJson(bytes: Buffer): unknown {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  try {
    return unstorable.test(text)
      ? JSON.parse(text, (_, value) => (typeof value === "string" ? cleaned(value) : value))
      : JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
