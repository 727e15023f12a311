/**
 * The pattern for `ilike` that finds a text within a column; `%` and `_` stand for themselves. One or two characters
 * are looked for at the beginning only, for a trigram index cannot find them anywhere else.
 */
export function patternFor(text: string): string {
  const literal = text.replace(/[\\%_]/g, "\\$&");
  return text.length < 3 ? `${literal}%` : `%${literal}%`;
}
