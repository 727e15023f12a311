import { codeOf } from "./error.ts";

/** PostgreSQL's code for a statement in a transaction in which an earlier one has failed. */
const afterFailure = "25P02";

type Begun<Parts extends readonly unknown[]> = { -readonly [Part in keyof Parts]: Promise<Awaited<Parts[Part]>> };

/**
 * Independent parts of one change: the first statement of each is sent at once, the rest as answers arrive. It ends
 * when all have ended, even if one fails: nothing may be sent after the rollback.
 * @throws the error of the first part that failed on its own.
 */
export async function pipelined<Parts extends readonly unknown[]>(...parts: Parts) {
  // Drizzle sends a query again each time it is awaited; a promise of it can be awaited any number of times.
  const begun = parts.map((part) => Promise.resolve(part)) as Begun<Parts>; // `map` forgets which part is which
  const failures = (await Promise.allSettled(begun)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((reason) => codeOf(reason) !== afterFailure) ?? failures[0];
  return Promise.all(begun);
}
