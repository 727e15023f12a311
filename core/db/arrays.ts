import { makePgArray } from "drizzle-orm/pg-core/utils/array";

/** `{a,"b \"c\""}`, as PostgreSQL writes an array of one dimension that has no null in it. */
const element = /"((?:[^"\\]|\\.)*)"|([^{},]+)/gs;

/**
 * How the driver writes and reads text[], uuid[], integer[] and real[], by their numbers in PostgreSQL. What it reads is
 * texts: of the last two we send arrays and select none.
 */
export const arrays = {
  to: 1009,
  from: [1009, 2951, 1007, 1021],
  // Drizzle has written the arrays of its columns as text already.
  serialize: (value: string | unknown[]) => (typeof value === "string" ? value : makePgArray(value)),
  parse: (text: string) =>
    [...text.matchAll(element)].map(([, quoted, plain]) => plain ?? quoted?.replace(/\\(.)/gs, "$1")),
};
