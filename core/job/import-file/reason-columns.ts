/** The two columns that a file of refused rows has in front of those that were sent, and how it is read again. */

import { restore, restoreLine } from "#core/contract/values/formula";
import type { Form } from "#core/csv/form";
import type { CsvRow } from "#core/csv/read-rows";
import type { FileRow } from "./cells.ts";
import { withoutUnseen } from "./unseen.ts";

/** In front, so that a row that ends too early still does. */
export const reasonColumns = ["Refused row", "Refused because"] as const;

/**
 * Stands where a row that is too short ends: a spreadsheet fills such a row up with empty cells, and with those it would
 * be accepted as it is.
 */
export const missingField = "(missing: enter the value or delete this text)";

const names: ReadonlySet<string> = new Set(reasonColumns.map((name) => name.toLowerCase()));

/** The positions of these columns: none in any other file. */
export const placesOfReasons = (header: readonly string[]): readonly number[] =>
  header.flatMap((name, place) => (names.has(withoutUnseen(name).toLowerCase()) ? [place] : []));

/**
 * The fields without the reasons.
 * @param isOurs whether we have written the file: its texts are escaped against formulas. In any other file an
 * apostrophe belongs to the text.
 */
export function fieldsMeant(fields: readonly string[], reasons: readonly number[], isOurs: boolean): readonly string[] {
  const others = reasons.length === 0 ? fields : fields.filter((_, place) => !reasons.includes(place));
  const texts = others.some(isFormula) ? others.map((field) => field.replace(textFormula, "$1")) : others;
  return isOurs ? texts.map(restore) : texts;
}

/** With `="00123"` programs keep a spreadsheet from taking the zeros away. In our own files it would be escaped. */
const textFormula = /^="([^"]*)"$/;
const isFormula = (field: string): boolean => field.startsWith('="');

interface Source {
  readonly form: Pick<Form, "delimiter">;
  readonly reasons?: readonly number[];
}

/** @param isOwn whether the file has our own layout. */
export function rowMeant(row: CsvRow, { form, reasons = [] }: Source, isOwn: boolean): FileRow {
  const isOurs = isOwn || reasons.length > 0;
  const { number, stray } = row;
  const fields = untilMissing(fieldsMeant(row.fields, reasons, isOurs), reasons);
  if (!stray?.text) return { number, fields, stray };
  const cell = new RegExp(`^(?:"(?:[^"]|"")*"|[^${form.delimiter}]*)[${form.delimiter}]`);
  const text = reasons.reduce((rest) => rest.replace(cell, ""), stray.text);
  return { number, fields, stray: { ...stray, text: isOurs ? restoreLine(text) : text } };
}

function untilMissing(fields: readonly string[], reasons: readonly number[]): readonly string[] {
  const end = reasons.length === 0 ? -1 : fields.findIndex((field) => field.trim() === missingField);
  return end < 0 ? fields : fields.slice(0, end);
}
