/** Texts that a spreadsheet took for numbers or dates, and changed: certain only if the original text is known here. */
import type { Problem } from "./cells.ts";

type Text = string | null | undefined;

/** A problem if zeros are missing because a text was taken for a number: 1067 for 01067, or 7.5 for 7.50. */
export const zerosLost = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && here !== given && digits.test(here) && shortest(here) === given
    ? [problem(column, given, here, "removed the zeros")]
    : [];

/** A problem if a text was taken for a date: 12-Oct for 10-12. */
export const takenForDate = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && here !== given && likeDay.test(here) && day.test(given) && hasNumbersOf(given, here)
    ? [problem(column, given, here, "taken it for a date")]
    : [];

/** A day or a year stays the same number: whoever changes SET-09 to SET-10 means it. A year loses its century. */
function hasNumbersOf(date: string, original: string): boolean {
  const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map((number) => Number(number) % 100);
  const known = numbersIn(original);
  return numbersIn(date).every((number) => known.includes(number));
}

const digits = /^\d+(?:[.,]\d+)?$/;

/**
 * A number as a spreadsheet writes it, without any unnecessary zero. If only some are missing, as in 012345678905 for
 * 0012345678905, someone has shortened a barcode.
 */
const shortest = (number: string): string =>
  number
    .replace(/^0+(?=\d)/, "")
    .replace(/([.,]\d*?)0+$/, "$1")
    .replace(/[.,]$/, "");

/** As spreadsheets abbreviate them in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const months = [
  "jan|janv|jän|ene|gen|feb|fev|févr|mar|mars|mrz|mär|mrt|apr|avr|abr",
  "may|mai|mei|mag|jun|juin|giu|jul|juil|lug|aug|août|ago",
  "sep|sept|set|oct|okt|ott|out|nov|dec|dez|déc|dic",
].join("|");
/** 10-12, 3/4, MAR1, sept-2. */
const likeDay = new RegExp(`^(?:\\d{1,4}[-/. ]\\d{1,4}|(?:${months})[a-z]*[-/. ]?\\d{1,4})$`, "i");
/** 12-Oct, Oct-12; 10. Dez and Mrz 24 in German; 10月12日 in Japanese and Chinese. */
const day = new RegExp(
  [
    `^(?:\\d{1,2}(?:[-/]|\\. )(?:${months})\\.?`,
    `(?:${months})\\.?[-/]\\d{2}`,
    "(?:jan|jän|feb|mrz|apr|mai|jun|jul|aug|sep|okt|nov|dez) \\d{2}",
    "\\d{1,2}月\\d{1,2}日)$",
  ].join("|"),
  "i",
);

const problem = (column: string, text: string, here: string, has: string): Problem => ({
  column,
  text,
  why: `It is ${here} here: a spreadsheet has ${has}. Format the column as text, and export the file again.`,
});
