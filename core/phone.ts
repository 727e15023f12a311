/** Phone numbers as people write them. */

/** After the country code, the zero that is dialled within the country only, as in +44 (0)20. Italy's is always dialled. */
const innerZero = /^([\s\(]*(?:\+|00)\s*(?!39)[1-9]\d{0,2}[\s\).\/\p{Pd}]*)\(0\)/v;

/**
 * Removes a leading apostrophe, what separates digits, the invisible marks around what is copied from an address book,
 * and the inner zero; a leading 00 becomes a plus.
 */
export const plainNumber = (text: string): string =>
  text
    .replace(/\p{Cf}/gv, "")
    .replace(/^'/, "")
    .replace(innerZero, "$1")
    .replace(/[\s\(\).\/\p{Pd}]/gv, "")
    .replace(/^00/, "+");

/** A number in the one form in which recipients are stored and compared: E.164, or as typed if it has no country code. */
export const comparableNumber = (text: string): string => internationalNumber(text) ?? text;

/** What is typed into a search: of a number with its country code the separators are removed. */
export const searchedNumber = (text: string): string =>
  /^\p{Cf}*(?:\+|00)[\d\s\(\).\/\p{Pd}\p{Cf}]*$/v.test(text) ? plainNumber(text) : text;

/** The number in E.164; undefined without a country code, because it may then be somebody else's in another country. */
export function internationalNumber(text: string): string | undefined {
  const plain = plainNumber(text);
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined;
}
