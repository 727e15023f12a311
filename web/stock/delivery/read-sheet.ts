/** Reads lines pasted from a supplier's sheet: the SKU or barcode in the first column, the units in the second. */
import { wholeNumberError } from "../../ui/forms/parse-input.ts";
import { pastedCells } from "../../ui/grid/pasted.ts";

/** The most units that can be received of an item at once. */
const unitsMax = 1_000_000;

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
    const [code, units] = inTwo(cells);
    const isHeading = index === 0 && units !== "" && !/\d/.test(units);
    if (isHeading || (code === "" && units === "")) return [];
    return [{ pasted: cells.join("\t"), code, units: Number(units), fault: faultIn(code, units) }];
  });

/** Typed lines have a space or a comma instead of a tab. */
function inTwo(cells: readonly string[]): readonly [code: string, units: string] {
  const [first = "", second] = cells.map((cell) => cell.trim());
  if (second !== undefined) return [first, second];
  const [, code = first, units = ""] = /^(.*\S)[\s,;]+(\d+)$/.exec(first) ?? [];
  return [code.replace(/[,;]$/, ""), units];
}

function faultIn(code: string, units: string): string | null {
  if (code === "") return "the SKU is missing.";
  if (units === "") return "how many units?";
  const wrong = wholeNumberError(units, { min: 1, max: unitsMax });
  return wrong && `“${units}” is not a number of units. ${wrong}`;
}
