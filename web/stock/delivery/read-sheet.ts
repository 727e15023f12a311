/** Reads lines pasted from a supplier's sheet: the SKU or barcode in the first column, the units in the second. */
import { quantityMax } from "#core/contract/kit/fields";
import { wholeNumberError } from "../../ui/forms/parse-input.ts";
import { plainDigits } from "../../ui/forms/plain-digits.ts";
import { pastedCells } from "../../ui/grid/pasted.ts";

export interface SheetLine {
  /** The line as it was pasted, so that it can be corrected. */
  readonly pasted: string;
  readonly code: string;
  readonly units: number;
  /** Why it cannot be read; null if it can. */
  readonly fault: string | null;
}

/** Its lines, without empty ones and a heading. */
export const readSheet = (text: string): SheetLine[] =>
  pastedCells(text).flatMap((cells, index) => {
    const pasted = cells.join("\t");
    if (pasted.trim() === "" || (index === 0 && isHeading(pasted))) return [];
    const [code, units, ...others] = inTwo(cells.map((cell) => cell.trim()));
    return [{ pasted, code, units: Number(units), fault: faultIn(code, units, others) }];
  });

/** Only by its words: a line whose units are missing or in letters must not be taken for one. */
const heading =
  /^\s*(variant )?(sku|barcode|ean|gtin|upc|item|article|product|code)( (code|no\.?|number))?\s*([\t,;]|$)/i;

const isHeading = (line: string): boolean => heading.test(line) && !/\p{Nd}/u.test(line);

/** Typed lines have a space, a semicolon or a comma instead of a tab. "1,05" is one number, not two. */
function inTwo(cells: readonly string[]): readonly [code: string, units: string, ...others: string[]] {
  const [first = "", second, ...others] = cells;
  if (second !== undefined) return [first, asDigits(second), ...others];
  const [, code = first, units = ""] = /^(.*[^\s,;])(?:[,;]?\s+|;|(?<!\p{Nd}),)(\p{Nd}+)$/u.exec(first) ?? [];
  return [code, asDigits(units)];
}

/** "12.00", as some spreadsheets write 12. */
const asDigits = (units: string): string => plainDigits(units).replace(/^(\d+)[.,]0{1,2}$/, "$1");

function faultIn(code: string, units: string, others: readonly string[]): string | null {
  if (code === "") return "the SKU is missing.";
  if (units === "") return "how many units?";
  if (!/^\d+$/.test(units)) return `“${units}” is not a number of units. Enter a whole number.`;
  if (others.some((other) => /^\p{Sc}?\s?\p{Nd}/u.test(other)))
    return "which number is the units? Paste two columns only.";
  const wrong = wholeNumberError(units, { min: 1, max: quantityMax });
  return wrong && `“${units}” is not a number of units. ${wrong}`;
}
