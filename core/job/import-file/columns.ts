/** The position of each column in a file, allowing for how people write column names. */

export interface Columns {
  /** The position of a column: the first if several have the name, -1 if none has. */
  readonly placeOf: (name: string) => number;
  /** All positions with the name. */
  readonly placesOf: (name: string) => readonly number[];
}

const known = new WeakMap<readonly string[], Columns>();

/** Names match regardless of case and of the number of spaces, for which underscores stand too; exact matches win. */
export function columnsOf(header: readonly string[]): Columns {
  const before = known.get(header);
  if (before) return before;
  const [exactly, loosely] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const note = (places: Map<string, number[]>, name: string, place: number) =>
    void (places.get(name)?.push(place) ?? places.set(name, [place]));
  for (const [place, name] of header.entries()) {
    note(exactly, name, place);
    note(loosely, plainName(name), place);
  }
  const placesOf = (name: string) => {
    const places = exactly.get(name);
    if (places !== undefined) return places;
    const found = loosely.get(plainName(name)) ?? [];
    // A layout asks for the same names in each row.
    exactly.set(name, found);
    return found;
  };
  const columns = { placesOf, placeOf: (name: string) => placesOf(name)[0] ?? -1 };
  known.set(header, columns);
  return columns;
}

/** `Lineitem_SKU` and `lineitem sku` are the same name. */
export const plainName = (name: string): string =>
  name
    .replace(/[\s_]+/g, " ")
    .trim()
    .toLowerCase();
