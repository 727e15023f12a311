import { codeOf } from "./error.ts";

/** PostgreSQL's word for a statement of a transaction in which another has failed before. */
const afterFailure = "25P02";

type Begun<Parts extends readonly unknown[]> = { -readonly [Part in keyof Parts]: Promise<Awaited<Parts[Part]>> };

/**
 * Parts of one change that need nothing of each other: what each sends first goes out at once, and the rest as the
 * answers come. It ends when all have ended, also when one fails: nothing may be sent once the change is taken back.
 * @throws what the first part that failed of itself threw.
 */
export async function pipelined<Parts extends readonly unknown[]>(...parts: Parts) {
  // Drizzle sends a query anew each time that it is awaited: an allocation of it is awaited as often as one likes.
  const begun = parts.map((part) => Promise.resolve(part)) as Begun<Parts>; // `map` forgets which part is which
  const failures = (await Promise.allSettled(begun)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((reason) => codeOf(reason) !== afterFailure) ?? failures[0];
  return Promise.all(begun);
}
