import { type Difference, differenceOf } from "./record.ts";

/**
 * The row after an edit; fields it does not mention stay. The difference goes into the audit. It is null if nothing
 * changes: such an edit writes nothing and emits nothing.
 */
export function editOf<Row extends Readonly<Record<string, unknown>>>(
  before: Row,
  said: { readonly [K in keyof Row]?: Row[K] | undefined },
): { readonly after: Row; readonly difference: Difference | null } {
  const after = { ...before, ...(said as Partial<Row>) }; // in zod's output a field left out is absent, never undefined
  const difference = differenceOf<Readonly<Record<string, unknown>>>(before, after);
  return { after, difference: Object.keys(difference.after ?? {}).length > 0 ? difference : null };
}
