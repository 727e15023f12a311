/** Reads a supplier's sheet as it is pasted: the SKU or barcode in the first column, the units in the second. */
import { wholeNumberError } from "../../ui/forms/parse-input.ts";
import { pastedCells } from "../../ui/grid/pasted.ts";

/** The units of a code, also if it is on several lines of the sheet. */
export interface DeliveryLine {
  readonly code: string;
  readonly quantity: number;
}

export interface Sheet {
  readonly lines: readonly DeliveryLine[];
  /** Lines that cannot be read, each with what is wrong with it. */
  readonly faults: readonly string[];
}

/** What can be received at once. */
const unitsMax = 1_000_000;

export function readSheet(text: string): Sheet {
  const unitsOf = new Map<string, number>();
  const faults: string[] = [];
  for (const [index, [code = "", units = ""]] of pastedCells(text).map(inTwo).entries()) {
    const isHead = index === 0 && !/\d/.test(units) && units !== "";
    if (isHead || (code === "" && units === "")) continue;
    const at = index + 1;
    const wrong = code === "" ? "The SKU is missing." : units === "" ? "How many units?" : whyNot(units);
    if (wrong === null) unitsOf.set(code, (unitsOf.get(code) ?? 0) + Number(units));
    else faults.push(`Line ${at}${code && `, ${code}`}: ${wrong}`);
  }
  return { lines: [...unitsOf].map(([code, quantity]) => ({ code, quantity })), faults };
}

/** Typed lines have a space or a comma instead of a tab. */
function inTwo(cells: readonly string[]): readonly string[] {
  const [first = "", ...others] = cells.map((cell) => cell.trim());
  if (others.length > 0) return [first, ...others];
  const [, code = first, units = ""] = /^(.*\S)[\s,;]+(\d+)$/.exec(first) ?? [];
  return [code.replace(/[,;]$/, ""), units];
}

const whyNot = (units: string): string | null => {
  const wrong = wholeNumberError(units, { min: 1, max: unitsMax });
  return wrong && `“${units}” is no number of units. ${wrong}`;
};

/** The sheet of these lines, as it would be pasted. */
export const asSheet = (lines: readonly DeliveryLine[]): string =>
  lines.map(({ code, quantity }) => `${code}\t${quantity}`).join("\n");
