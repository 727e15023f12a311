/** Options that a known product has, and a file no columns for: they stay. */
import type { Cells, Problem } from "#core/job/import-file/cells";
import type { KnownProduct } from "./known-products.ts";
import { problem } from "./plan.ts";
import { knownAs } from "./plan-variants.ts";
import { optionsMax, type TakenProduct, type UnsaidOptions } from "./taken-product.ts";

/** @param options the columns of each option that its layout has, in the order of the options. */
export function unsaidIn<Column extends string>(
  { has }: Pick<Cells<Column>, "has">,
  options: readonly (readonly Column[])[],
): UnsaidOptions | undefined {
  const from = options.findIndex((columns) => !columns.every(has));
  if (from >= 0) return { from, columns: options[from]?.filter((column) => !has(column)) ?? [] };
  return options.length < optionsMax ? { from: options.length, columns: [] } : undefined;
}

/** The file's product with them, or a problem if it cannot be told what they would be. */
export function withUnsaid(taken: TakenProduct, before: KnownProduct | null): TakenProduct | Problem {
  const { unsaid, fields } = taken;
  const kept = before && unsaid ? before.row.options.slice(unsaid.from) : [];
  if (!before || !unsaid || !fields.options || kept.length === 0) return taken;
  const known = taken.variants.flatMap((variant) => {
    const here = knownAs(variant, before.variants);
    const options = variant.fields.options && [...variant.fields.options, ...(here?.options.slice(unsaid.from) ?? [])];
    return here ? { ...variant, fields: { ...variant.fields, ...(options && { options }) } } : [];
  });
  const isClear = fields.options.length === unsaid.from && !fields.options.some((name) => kept.includes(name));
  if (isClear && known.length === taken.variants.length)
    return { ...taken, fields: { ...fields, options: [...fields.options, ...kept] }, variants: known };
  const columns = unsaid.columns.map((column) => `“${column}”`).join(", ");
  const missing = columns
    ? `the file has no column ${columns}: add it`
    : `such a file has only ${unsaid.from} options: change the product here, or import a file in our own layout`;
  const why = `The product also has the option ${kept.join(", ")} here, and ${missing}.`;
  return problem(why, "option 1 name", fields.options[0] ?? null);
}
