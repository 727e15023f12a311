/** Where each column of a file stands, as people write the names of columns. */

export interface Columns {
  /** Where a column stands: of several with the name the first; -1 without one. */
  readonly placeOf: (name: string) => number;
  /** All the places with the name. */
  readonly placesOf: (name: string) => readonly number[];
}

const known = new WeakMap<readonly string[], Columns>();

/** A name is the same in small letters and capitals, and however many blanks are in it; one that is the same to the letter goes first. */
export function columnsOf(header: readonly string[]): Columns {
  const before = known.get(header);
  if (before) return before;
  const [exactly, loosely] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const note = (places: Map<string, number[]>, name: string, place: number) =>
    void (places.get(name)?.push(place) ?? places.set(name, [place]));
  for (const [place, name] of header.entries()) {
    note(exactly, name, place);
    note(loosely, plain(name), place);
  }
  const placesOf = (name: string) => exactly.get(name) ?? loosely.get(plain(name)) ?? [];
  const columns = { placesOf, placeOf: (name: string) => placesOf(name)[0] ?? -1 };
  known.set(header, columns);
  return columns;
}

const plain = (name: string): string => name.replace(/\s+/g, " ").trim().toLowerCase();
