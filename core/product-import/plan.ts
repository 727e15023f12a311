/** What a product of a file comes to, and what is told of it. */
import type { Id } from "#core/contract/fields";
import type { Problem } from "#core/job/import-file/cells";
import type { ProductRow, VariantRow } from "#core/product/show-product";
import type { Known, KnownProduct, Named } from "./known-products.ts";

export interface Plan {
  readonly before: KnownProduct | null;
  readonly product: ProductRow;
  /** All that the product has then, archived ones too. */
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

/** The id that a name stands for: not said where the name is not, null where it is null. */
export function idSaid<Field extends string, K extends "category" | "vendor" | "taxRate">(
  field: Field,
  name: string | null | undefined,
  among: Named<K>,
  problems: Problem[],
  column: string,
): { readonly [F in Field]?: Id<K> | null } {
  if (name === undefined) return {};
  const id = name === null ? null : among.get(name.toLowerCase());
  if (id === undefined) problems.push(problem(`There is no such ${column} here: make it first.`, column, name));
  if (id === "several") problems.push(problem("Several are called so: nobody knows which is meant.", column, name));
  return id === undefined || id === "several" ? {} : ({ [field]: id } as { readonly [F in Field]?: Id<K> | null }); // a computed key is any string to the checker
}
