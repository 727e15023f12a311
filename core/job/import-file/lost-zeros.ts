import type { Problem } from "./cells.ts";

type Text = string | null | undefined;

/** A problem if a spreadsheet has taken what is here for a number; none otherwise. */
export const zerosLost = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && isWithoutZeros(given, here) ? [{ column, text: given, why: removed(here) }] : [];

const isWithoutZeros = (given: string, here: string): boolean =>
  /^0+\d+$/.test(here) && here.length > given.length && here.replace(/^0+/, "") === given.replace(/^0+/, "");

const removed = (here: string): string =>
  `It is ${here} here: a spreadsheet has removed the zeros. Format the column as text, and export the file again.`;
