import { randomInt } from "node:crypto";
import { encodeTime, monotonicFactory } from "ulid";
import { type Id, type Kind, prefixes } from "#core/contract/kit/fields";

// Monotonic, so that rows made by one process within one millisecond still sort in the order they were made.
// `randomInt` buffers random bytes; the library's own source calls the system for each of 16 letters.
const newGenerator = () => monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32);
let next = newGenerator();
let newestMs = 0;

/** If the clock is put back by less than this, ids still sort in the order they were made. Far less than `slackMs`. */
const aheadMsMax = 60_000;

/** A new id: the kind's prefix and a lower-case ULID (48 bits of milliseconds, 80 random bits). */
export function newId<K extends Kind>(kind: K): Id<K> {
  const now = Date.now();
  // Otherwise ids would keep the time from before, outside the bounds below, until the clock reaches it again.
  if (now < newestMs - aheadMsMax) [next, newestMs] = [newGenerator(), now];
  newestMs = Math.max(newestMs, now);
  return `${prefixes[kind]}_${next(now).toLowerCase()}`;
}

/** An id is made slightly after its change began, on a clock that may be a little off: a generous bound for both. */
const slackMs = 10 * 60_000;

/**
 * Bounds on the ids of rows written in a period, so that the index on ids serves periods too. They are wider than the
 * period: queries must also check the time itself.
 */
export const idSince = <K extends Kind>(kind: K, from: Date): Id<K> => firstIdAt(kind, from.getTime() - slackMs);
export const idUntil = <K extends Kind>(kind: K, to: Date): Id<K> => firstIdAt(kind, to.getTime() + slackMs);

const firstIdAt = <K extends Kind>(kind: K, ms: number): Id<K> =>
  `${prefixes[kind]}_${encodeTime(Math.max(0, ms)).toLowerCase()}`;
