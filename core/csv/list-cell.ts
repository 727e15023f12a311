/** Several texts in one cell: `blue, "red, dark"`. A text with a comma or a quote in it stands between quotes. */

export const listCell = (texts: readonly string[]): string =>
  texts.map((text) => (text === "" || /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");

/** Between quotes, or up to the comma: blanks before that are taken away afterwards, for a cell may be a megabyte of them. */
const place = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/gy;

/** Reads what `listCell` wrote, and what people write by hand: blanks around a comma and empty places do not count. */
export function textsIn(cell: string): string[] {
  return [...cell.matchAll(place)].flatMap(([, quoted, plain = ""]) =>
    quoted === undefined ? plain.trimEnd() || [] : quoted.replaceAll('""', '"'),
  );
}
