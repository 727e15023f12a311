/** What a spreadsheet has made of a text that it took for something else: certain only where the text is known here. */
import type { Problem } from "./cells.ts";

type Text = string | null | undefined;

/** A problem if it was taken for a number, as 01067 for 1067; none otherwise. */
export const zerosLost = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && isWithoutZeros(given, here) ? [problem(column, given, here, "removed the zeros")] : [];

/** The same if it was taken for a date, as 10-12 for 12-Oct. */
export const takenForDate = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && here !== given && likeDay.test(here) && day.test(given)
    ? [problem(column, given, here, "taken it for a date")]
    : [];

/** None is left of several: 0012345678905 that became 012345678905 was shortened by someone who knows barcodes. */
const isWithoutZeros = (given: string, here: string): boolean =>
  /^0+\d+$/.test(here) && here !== given && here.replace(/^0+(?=\d)/, "") === given;

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
/** 10-12, 3/4, MAR1, sept-2. */
const likeDay = new RegExp(`^(?:\\d{1,4}[-/. ]\\d{1,4}|(?:${months})[a-z]*[-/. ]?\\d{1,4})$`, "i");
const day = new RegExp(`^(?:\\d{1,2}-(?:${months})|(?:${months})-\\d{2})$`, "i");

const problem = (column: string, text: string, here: string, has: string): Problem => ({
  column,
  text,
  why: `It is ${here} here: a spreadsheet has ${has}. Format the column as text, and export the file again.`,
});
