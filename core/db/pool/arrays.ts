import { makePgArray } from "drizzle-orm/pg-core/utils/array";

/** An element of `{a,"b \"c\""}`, PostgreSQL's form of a one-dimensional array without nulls. */
const element = /"((?:[^"\\]|\\.)*)"|([^{},]+)/gs;

/**
 * How the driver writes and reads text[], uuid[], integer[] and real[], by their OIDs in PostgreSQL. It reads elements
 * as text: arrays of the last two types are sent, but never selected.
 */
export const arrays = {
  to: 1009,
  from: [1009, 2951, 1007, 1021],
  // Drizzle has already converted arrays of its columns to text.
  serialize: (value: string | unknown[]) => (typeof value === "string" ? value : makePgArray(value)),
  parse: (text: string) =>
    [...text.matchAll(element)].map(([, quoted, plain]) => plain ?? quoted?.replace(/\\(.)/gs, "$1")),
};
