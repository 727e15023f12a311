import type * as z from "zod";
import type { Cells } from "./cells.ts";

/** Where in the file a field comes from: its row and its column. */
export type Where<Column extends string> = (path: readonly PropertyKey[]) => readonly [Cells<Column>, Column | null];

/**
 * Validates values from a file by the schema of a request's body; problems are recorded at their cells.
 * @returns the parsed values, without undefined fields.
 */
export function fieldsBy<Form extends z.ZodType<object>, Column extends string>(
  form: Form,
  fields: object,
  where: Where<Column>,
): z.output<Form> {
  const parsed = form.safeParse(fields);
  if (parsed.success) {
    const kept = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
    return Object.fromEntries(kept) as z.output<Form>; // the same without undefined fields
  }
  for (const issue of parsed.error.issues) {
    const [cells, column] = where(issue.path);
    cells.wrong(column, inWords(issue));
  }
  return {} as z.output<Form>; // a refused row is not used
}

/** No one reads more. */
const toldMax = 10;

/** What a schema requires, for people who see the file and not the schema. */
function inWords(issue: z.core.$ZodIssue): string {
  const { code, message } = issue;
  if (code === "too_big") {
    const most = issue.maximum.toLocaleString("en-US");
    if (issue.origin === "string") return `It has more than ${most} ${counted(most, "character")}.`;
    return issue.origin === "array" ? `There are more than ${most}.` : `It is more than ${most}.`;
  }
  if (code === "too_small") {
    if (issue.origin === "string" && issue.minimum === 1) return "This must not be empty.";
    const least = issue.minimum.toLocaleString("en-US");
    if (issue.origin === "string") return `It has fewer than ${least} ${counted(least, "character")}.`;
    return issue.origin === "array" ? `There are fewer than ${least}.` : `It is less than ${least}.`;
  }
  if (code === "invalid_value" && issue.values.length <= toldMax)
    return `One of these is needed: ${issue.values.map(String).join(", ")}.`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

const counted = (count: string, thing: string): string => (count === "1" ? thing : `${thing}s`);
