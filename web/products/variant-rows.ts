/** The options of a new product, and the rows of variants that follow from them. */

export interface Option {
  readonly name: string;
  readonly values: string[];
}

export interface VariantRow {
  readonly options: string[];
  readonly sku: string;
  readonly priceMinor: string;
  readonly barcode: string;
}

export const emptyVariantRow = (options: string[]): VariantRow => ({ options, sku: "", priceMinor: "", barcode: "" });

interface Before {
  readonly options: readonly Option[];
  readonly variants: readonly VariantRow[];
}

/**
 * A row for each combination of the options' values, except those that were removed while there are others. Existing
 * combinations keep their typed values.
 */
export function rowsFor(options: readonly Option[], { options: optionsBefore, variants }: Before): VariantRow[] {
  if (options.length > 0 && filledIn(options).length === 0) {
    return variants.slice(0, 1).map((row) => ({ ...row, options: [] }));
  }
  const rowOf = (combination: readonly string[]) => variants.find((row) => isSame(row.options, combination));
  const removed = combinationsOf(optionsBefore).filter((combination) => !rowOf(combination));
  const isRemoved = (combination: readonly string[]) =>
    removed.some((gone) => isSame(gone, combination.slice(0, gone.length)));
  const all = combinationsOf(options);
  const left = all.filter((combination) => !isRemoved(combination));
  return (left.length > 0 ? left : all).map((combination, index) => {
    // With the first option, the first row takes over the values of the only variant.
    const only = index === 0 && variants.length === 1 ? variants[0] : undefined;
    return { ...(rowOf(combination) ?? only ?? emptyVariantRow(combination)), options: combination };
  });
}

/** Without any, there is one combination of nothing. */
const combinationsOf = (options: readonly Option[]): string[][] =>
  filledIn(options).reduce<string[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );

/** Also without a name, which may be typed anew: the rows and what was typed in them stay meanwhile. */
export const filledIn = (options: readonly Option[]): Option[] => options.filter(({ values }) => values.length > 0);

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join("\n") === other.join("\n");
