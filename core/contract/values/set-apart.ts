/**
 * A name within a text. One in Arabic or Hebrew would otherwise move the numbers next to it, and one with a mark that
 * turns text round (U+202A to U+202E) would turn round the rest of the line.
 */
export const setApart = (name: string): string =>
  name.replace(/^.*[\u0590-\u08ff\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc].*$/gm, "\u2068$&\u2069");
