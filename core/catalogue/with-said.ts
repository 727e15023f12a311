/** A row with what an edit says of it; what the edit leaves out stays as it is. */
export function withSaid<Row extends object>(
  before: Row,
  said: { readonly [K in keyof Row]?: Row[K] | undefined },
): Row {
  return { ...before, ...(said as Partial<Row>) }; // a field left out is absent from what zod parsed, never undefined
}
