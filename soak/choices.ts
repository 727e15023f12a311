/** Chance that a seed gives again, and what is chosen by it. */
export interface Chooser {
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

/** Numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** 0 to one less than `count`. */
export const upTo = (count: number, { random }: Chooser) => Math.floor(random() * count);

/** As many as one buys: 1 to 4. */
export const few = (chooser: Chooser) => 1 + upTo(4, chooser);

/** For lists that are not empty. */
export function oneOf<T>(chooser: Chooser, list: readonly T[]): T {
  const chosen = list[upTo(list.length, chooser)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

export const shuffled = <T>({ random }: Chooser, list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** One to three, in any order: locks that were taken in the order given would meet head-on. */
export const someOf = <T>(chooser: Chooser, list: readonly T[]): T[] =>
  shuffled(chooser, list).slice(0, 1 + upTo(3, chooser));
