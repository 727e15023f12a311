/** Why a code can be no code, whatever it was before; undefined if it can. */
export function damageOf(code: string): string | undefined {
  if (/^'?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(code)) return shortened;
  if (formulaErrors.test(code)) return "A spreadsheet shows this where a formula has failed or a column is too narrow.";
  if (/^\d{8,}\.0$/.test(code)) return "A program has taken this for a number, and written “.0” behind it.";
  return undefined;
}

const shortened =
  "A spreadsheet has shortened this number, and its last digits are lost: format the column as text, and export the file again.";

/** In English, German, French, Spanish, Italian, Portuguese and Dutch. */
const formulaErrors = new RegExp(
  [
    "^#(?:N/[ABD]|NV|DIV/0!|NULL!|¡?(?:REF|VALOR|NUM)!|VALUE!|NAME\\?|BEZUG!|WERT!|ZAHL!|VALEUR!|NOM\\?|NOMBRE!",
    "¿NOMBRE\\?|RIF!|VALORE!|NOME\\?|VERW!|WAARDE!|NAAM\\?|GETAL!|##+)$",
  ].join("|"),
);
