import type * as z from "zod";
import type { Cells } from "./cells.ts";

/** Where what is said of a field stands: its row and its column. */
export type Where = (path: readonly PropertyKey[]) => readonly [Cells, string | null];

/**
 * Holds what a file says against the same form as a request's body; what does not fit is noted at its cell.
 * @returns it as the form has it, without what was not said.
 */
export function saidBy<Form extends z.ZodType<object>>(form: Form, said: object, where: Where): z.output<Form> {
  const parsed = form.safeParse(said);
  if (parsed.success) {
    const kept = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
    return Object.fromEntries(kept) as z.output<Form>; // the same without the fields that are undefined
  }
  for (const { path, message } of parsed.error.issues) {
    const [cells, column] = where(path);
    cells.wrong(column, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  }
  return {} as z.output<Form>; // nothing is done with what is refused
}
