import { noteMax } from "#core/contract/order";

const between = "\n\n";

/**
 * A long text from a file as several notes, none longer than one that is written here may be. It is divided where the
 * export joins notes, if there is such a place.
 */
export function notesIn(text: string): string[] {
  const notes: string[] = [];
  let rest = text;
  for (;;) {
    // A character is at most two units.
    const first = [...rest.slice(0, 2 * noteMax)].slice(0, noteMax).join("");
    if (first.length === rest.length) return rest === "" ? notes : [...notes, rest];
    const end = rest.lastIndexOf(between, first.length);
    notes.push(end > 0 ? rest.slice(0, end) : first);
    rest = rest.slice(end > 0 ? end + between.length : first.length);
  }
}
