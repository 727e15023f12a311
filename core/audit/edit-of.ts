import { type Difference, differenceOf } from "./record.ts";

/**
 * What an edit makes of a row; whatever it does not mention stays as it is. The difference is what the audit keeps of it.
 * It is null when nothing comes out another than it was: such an edit writes nothing, and tells nobody.
 */
export function editOf<Row extends Readonly<Record<string, unknown>>>(
  before: Row,
  said: { readonly [K in keyof Row]?: Row[K] | undefined },
): { readonly after: Row; readonly difference: Difference | null } {
  const after = { ...before, ...(said as Partial<Row>) }; // a field left out is absent from what zod parsed, never undefined
  const difference = differenceOf<Readonly<Record<string, unknown>>>(before, after);
  return { after, difference: Object.keys(difference.after ?? {}).length > 0 ? difference : null };
}
