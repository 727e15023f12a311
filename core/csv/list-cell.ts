/** Several texts in one cell: `blue, "red, dark"`. A text with a comma or a quote is quoted. */

export const listCell = (texts: readonly string[]): string =>
  texts.map((text) => (text === "" || /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");

/**
 * Parses the output of `listCell`, and lists written by hand: spaces around commas and empty items are ignored. Runs in
 * linear time, because a cell may be a megabyte of anything.
 */
export function textsIn(cell: string): string[] {
  const places = cell.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/gy);
  return [...places].flatMap(([, quoted, plain = ""]) => {
    if (quoted !== undefined) return [quoted.replaceAll('""', '"')];
    const text = plain.trimEnd();
    return text === "" ? [] : [text];
  });
}
