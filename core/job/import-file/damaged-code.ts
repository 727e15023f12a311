/** Why a title or a name can be none. A row of hash signs may be one. */
export const failureIn = (text: string): string | undefined =>
  formulaErrors.test(text) && !/^#+$/.test(text) ? failed : undefined;

/**
 * Why a code can be no code, whatever it was before; undefined if it can.
 * @param digits from how many on a number with “.0” behind it is none.
 */
export function damageOf(code: string, digits = 8): string | undefined {
  if (withExponent.test(code)) return shortened;
  if (formulaErrors.test(code)) return failed;
  const [, number = "", noughts] = withNoughts.exec(code) ?? [];
  if (number.length >= digits && noughts !== undefined)
    return `A program has taken this for a number, and written “${noughts}” behind it.`;
  return undefined;
}

const withExponent = /^'?\d(?:[.,]\d+)?E\+\d{2,3}$/i;
const withNoughts = /^(\d+)([.,]0+)$/;

/** Programs write it for a letter that is not in the encoding in which they have read a file. */
export const lostLetter = "\uFFFD";

export const hasLostLetter = `A program has put ${lostLetter} in the place of a letter that it could not read: write the letter, here first if it is so here too, or open the original file in its own encoding, such as Windows-1252, and save it as CSV in UTF-8.`;

/** No country's postal codes are shorter. */
export const postalDigits = 3;

const shortened =
  "A spreadsheet has shortened this number, and its last digits are lost: format the column as text, and export the file again.";

const failed = "A spreadsheet shows this where a formula has failed or a column is too narrow.";

/** In English, German, French, Spanish, Italian, Portuguese, Dutch and Turkish. */
const formulaErrors = new RegExp(
  [
    "^#(?:N/[ABD]|NV|##+",
    "(?:NULL|DIV/0|VALUE|REF|NUM|ERROR|SPILL|CALC)!|NAME\\?",
    "(?:BEZUG|WERT|ZAHL)!",
    "(?:NUL|VALEUR)!|NOM\\?",
    "¡?(?:NULO|DIV/0|VALOR|REF|NUM)!|¿?NOMBRE\\?",
    "(?:NULLO|VALORE|RIF)!|NOME\\?",
    "(?:LEEG|DEEL/0|WAARDE|VERW|GETAL)!|NAAM\\?",
    "YOK|(?:BOŞ|SAYI/0|DEĞER|BAŞV|SAYI)!|AD\\?)$",
  ].join("|"),
);
