import { randomInt } from "node:crypto";
import { monotonicFactory } from "ulid";
import { type Id, type Kind, prefixes } from "#core/contract/fields";

// Monotonic, so that rows made within one millisecond by one process still sort in the order they were made.
// `randomInt` keeps random bytes in store; the library's own source asks the system anew for each of 16 letters.
const next = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32);

/** A new id: the kind's prefix and a lower-case ULID (48 bits of milliseconds, 80 random bits). */
export function newId<K extends Kind>(kind: K): Id<K> {
  return `${prefixes[kind]}_${next().toLowerCase()}`;
}
