/** Texts that a spreadsheet took for numbers or dates, and changed: certain only if the original text is known here. */
import type { Problem } from "./cells.ts";
import { plainValue, secondsIn, valueIn } from "./taken-for-number.ts";

type Text = string | null | undefined;

/**
 * A problem if zeros are missing because a text was taken for a number: 1067 for 01067, or 7.5 for 7.50. Programs that
 * know one kind of number only write 1067.0.
 * @param atLeast the least length of a text that nobody writes as 1067.0 on purpose.
 */
export const zerosLost = (column: string, here: Text, given: Text, atLeast = 1): readonly Problem[] => {
  if (!here || !given || here === given || !digits.test(here)) return [];
  if (shortest(here) === given) return [problem(column, given, here, "removed the zeros")];
  const isOne = here.length >= atLeast && `${shortest(here)}.0` === given;
  return isOne ? [problem(column, given, here, "taken it for a number")] : [];
};

/** Size 7 or version 2 may become 7.0 or 2.0 on purpose. */
const codeDigits = 3;

/** The same, and a problem for 4915112345 in place of +4915112345. */
export const phoneLost = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && here === `+${given}`
    ? [problem(column, given, here, "removed the plus sign")]
    : zerosLost(column, here, given);

/** Of a list with one text: of several no spreadsheet makes a date or a number. */
export const tagLost = (here: readonly string[], given: readonly string[] = []): readonly Problem[] =>
  here.length === 1 && given.length === 1 ? codeLost("tags", here[0], given[0]) : [];

/**
 * As `zerosLost`, and a problem for 100000 in place of 1E5, for 12345 in place of 12.345, for 16:09:00 in place of 16:9,
 * or for one of `takenForDate`: of a text that may have letters.
 */
export const codeLost = (column: string, here: Text, given: Text): readonly Problem[] => {
  if (!here || !given || here === given) return [];
  if (isSame(valueIn(here), plainValue(given))) return [problem(column, given, here, "taken it for a number")];
  if (isSame(secondsIn(here), secondsIn(given))) return [problem(column, given, here, "taken it for a time")];
  return [...zerosLost(column, here, given, codeDigits), ...takenForDate(column, here, given)];
};

const isSame = (one: number | undefined, other: number | undefined): boolean => one !== undefined && one === other;

/** A problem if a text was taken for a date: 12-Oct for 10-12, or 2001/02/03 for 1-2-3. A date may become another. */
export const takenForDate = (column: string, here: Text, given: Text): readonly Problem[] =>
  here && given && here !== given && isDateOf(given, here) ? [problem(column, given, here, "taken it for a date")] : [];

function isDateOf(given: string, here: string): boolean {
  const marks = dayMarksOf(here);
  return marks.length > 0 && dayMarksLeftIn(given).some((mark) => marks.includes(mark));
}

/**
 * What a spreadsheet may make of a text, such that `codeLost` finds this in another exactly if they have one of
 * `marksOf` and `marksLeftIn` in common: of thousands of texts here, the one that is lost is looked up.
 */
export const marksOf = (here: string): readonly string[] => [
  ...marked("value", valueIn(here)),
  ...marked("seconds", secondsIn(here)),
  ...(digits.test(here) ? [`digits ${shortest(here)}`] : []),
  ...(digits.test(here) && here.length >= codeDigits ? [`digits ${shortest(here)}.0`] : []),
  ...dayMarksOf(here),
];

/** Of a text that a spreadsheet may have made of another; none if it can have made none. */
export const marksLeftIn = (given: string): readonly string[] => [
  ...marked("value", plainValue(given)),
  ...marked("seconds", secondsIn(given)),
  ...(digits.test(given) ? [`digits ${given}`] : []),
  ...dayMarksLeftIn(given),
];

const marked = (what: string, value: number | undefined): readonly string[] =>
  value === undefined ? [] : [`${what} ${value}`];

/**
 * A day or a year stays the same number: whoever changes SET-09 to SET-10 means it. A year loses its century. To a date
 * that is written out, a day, a month or a year has been added.
 */
const dayMarksOf = (here: string): readonly string[] =>
  likeDay.test(here) && !fullDay.test(here)
    ? [...choicesOf(numbersIn(here)).map((some) => `day ${some}`), `full day ${numbersIn(here)}`]
    : [];
const dayMarksLeftIn = (given: string): readonly string[] => [
  ...(day.test(given) ? [`day ${numbersIn(given)}`] : []),
  ...(fullDay.test(given) ? choicesOf(numbersIn(given)).map((some) => `full day ${some}`) : []),
];

const numbersIn = (text: string): readonly number[] =>
  (text.match(/\d+/g) ?? []).map((number) => Number(number) % 100).toSorted((one, other) => one - other);

/** Of three numbers the one, two or three that may be meant, in their order. */
const choicesOf = ([first, ...others]: readonly number[]): readonly (readonly number[])[] =>
  first === undefined ? [] : [[first], ...choicesOf(others).flatMap((some) => [some, [first, ...some]])];

/** Why a row is refused whose SKU is unknown; where it looks as spreadsheets leave one, it is asked whether that is why. */
export function unknownSku(sku: string): string {
  const isDate = day.test(sku) || fullDay.test(sku);
  if (isDate) return "No variant has this SKU. Has a spreadsheet taken it for a date?";
  return /^[1-9]\d*$/.test(sku)
    ? "No variant has this SKU. Has a spreadsheet removed zeros at its beginning?"
    : "No variant has this SKU.";
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

/** As spreadsheets abbreviate them in English, German, French, Spanish, Italian, Portuguese, Dutch and Turkish. */
const months = [
  "jan|janv|jän|ene|gen|feb|fev|févr|mar|mars|mrz|mär|mrt|apr|avr|abr",
  "may|mai|mei|mag|jun|juin|giu|jul|juil|lug|aug|août|ago",
  "sep|sept|set|oct|okt|ott|out|nov|dec|dez|déc|dic",
  "oca|şub|nis|haz|tem|ağu|eyl|eki|kas|ara",
].join("|");
/** 10-12, 3/4, 1-2-3, MAR1, sept-2. */
const likeDay = new RegExp(`^(?:\\d{1,4}(?:[-/. ]\\d{1,4}){1,2}|(?:${months})[a-z]*[-/. ]?\\d{1,4})$`, "i");
/** 12-Oct, Oct-12; 10. Dez and Mrz 24 in German; 10.Ara in Turkish; 10月12日 in Japanese and Chinese. */
const day = new RegExp(
  [
    `^(?:\\d{1,2}(?:[-/]|\\. ?)(?:${months})\\.?`,
    `(?:${months})\\.?[-/]\\d{2}`,
    "(?:jan|jän|feb|mrz|apr|mai|jun|jul|aug|sep|okt|nov|dez) \\d{2}",
    "\\d{1,2}月\\d{1,2}日)$",
  ].join("|"),
  "i",
);

/** 12/10/2026, 10.12.2026, 2026-12-10. */
const fullDay = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})$/;

const problem = (column: string, text: string, here: string, has: string): Problem => ({
  column,
  text,
  why: `It is ${here} here: a spreadsheet has ${has}. Format the column as text, and export the file again. If it is meant, change it here.`,
});
