/** Several texts in one cell: `blue, "red, dark"`. A text with a comma or a quote in it stands between quotes. */

export const listCell = (texts: readonly string[]): string =>
  texts.map((text) => (text === "" || /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");

/**
 * Reads what `listCell` wrote, and what people write by hand: blanks around a comma and empty places do not count. Each
 * sign is looked at a few times at most, for a cell may be a megabyte of anything.
 */
export function textsIn(cell: string): string[] {
  const places = cell.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/gy);
  return [...places].flatMap(([, quoted, plain = ""]) => {
    if (quoted !== undefined) return [quoted.replaceAll('""', '"')];
    const text = plain.trimEnd();
    return text === "" ? [] : [text];
  });
}
