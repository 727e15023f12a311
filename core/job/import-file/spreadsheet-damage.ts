/** What a spreadsheet has made of a text that it took for something else: certain only where the text is known here. */
import type { Problem } from "./cells.ts";

type Text = string | null | undefined;

/** A problem if it was taken for a number, as 01067 for 1067 and 7.50 for 7.5; none otherwise. */
export const zerosLost = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && here !== given && digits.test(here) && shortest(here) === given
    ? [problem(column, given, here, "removed the zeros")]
    : [];

/** The same if it was taken for a date, as 10-12 for 12-Oct. */
export const takenForDate = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && here !== given && likeDay.test(here) && day.test(given)
    ? [problem(column, given, here, "taken it for a date")]
    : [];

const digits = /^\d+(?:[.,]\d+)?$/;

/**
 * A number without any zero that it does not need: 0012345678905 that became 012345678905 was shortened by someone who
 * knows barcodes.
 */
const shortest = (number: string): string =>
  number
    .replace(/^0+(?=\d)/, "")
    .replace(/([.,]\d*?)0+$/, "$1")
    .replace(/[.,]$/, "");

/** As spreadsheets shorten them in English, German, French, Spanish, Italian, Portuguese and Dutch. */
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
