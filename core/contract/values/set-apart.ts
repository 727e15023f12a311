/**
 * A name within a text. One in Arabic or Hebrew would otherwise move the numbers next to it. Marks that turn text round,
 * which nobody sees, are left out: they would turn round the rest of the line, or end what sets the name apart.
 */
export const setApart = (name: string): string =>
  name.replace(lineThatTurns, (line) => `\u2068${line.replace(turningMarks, "$1")}\u2069`);

const lineThatTurns = /^.*[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc].*$/gm;
/** Those that set apart what is between them, as this does, may stay. */
const turningMarks = /([\u2066-\u2068][^\u202a-\u202e\u2066-\u2069]*\u2069)|[\u202a-\u202e\u2066-\u2069]/g;
