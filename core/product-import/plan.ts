/** The plan for a product in a file, and its problems. */
import type { Id } from "#core/contract/kit/fields";
import type { Problem } from "#core/job/import-file/cells";
import type { ProductRow, VariantRow } from "#core/product/show-product";
import type { Known, KnownProduct, Named } from "./known-products.ts";

export interface Plan {
  readonly before: KnownProduct | null;
  readonly product: ProductRow;
  /** All variants after the import, including archived ones. */
  readonly variants: readonly VariantRow[];
}

export const problem = (why: string, column: string | null = null, text: string | null = null): Problem => ({
  column,
  text,
  why,
});

export interface Within {
  readonly known: Known;
  readonly problems: Problem[];
  readonly at: Date;
}

/** The candidates for a name, and the current value. */
export interface Among<K extends "category" | "vendor" | "taxRate"> {
  readonly among: Named<K>;
  readonly now: Id<K> | null;
}

/** The current value if it has this name, otherwise the only one that does. */
export function idNamed<K extends "category" | "vendor" | "taxRate">(
  name: string,
  { among, now }: Among<K>,
): Id<K> | "several" | undefined {
  const those = among.get(name.toLowerCase()) ?? [];
  if (now !== null && those.some(({ id }) => id === now)) return now;
  const [one, another] = those.filter(({ isArchived }) => !isArchived);
  return another ? "several" : one?.id;
}

/** The id for a name: omitted if the name is undefined, null if it is null. */
export function idGiven<Field extends string, K extends "category" | "vendor" | "taxRate">(
  field: Field,
  name: string | null | undefined,
  among: Among<K>,
  problems: Problem[],
  column: string,
): { readonly [F in Field]?: Id<K> | null } {
  if (name === undefined) return {};
  const id = name === null ? null : idNamed(name, among);
  if (id === undefined) problems.push(problem(`There is no such ${column} here: create it first.`, column, name));
  if (id === "several")
    problems.push(problem("Several have this name, so it is not clear which one is meant.", column, name));
  return id === undefined || id === "several" ? {} : ({ [field]: id } as { readonly [F in Field]?: Id<K> | null }); // TypeScript widens a computed key to string
}
