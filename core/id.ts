import { monotonicFactory } from "ulid";
import { type Id, type Kind, prefixes } from "#core/contract/fields";

// Monotonic, so that rows made within one millisecond by one process still sort in the order they were made.
const next = monotonicFactory();

/** A new id: the kind's prefix and a lower-case ULID (48 bits of milliseconds, 80 random bits). */
export function newId<K extends Kind>(kind: K): Id<K> {
  return `${prefixes[kind]}_${next().toLowerCase()}`;
}
