/** Answers to requests whose key the store knew: they changed nothing, as an earlier one had been carried out. */

const repeats = new WeakSet<object>();

export function noteRepeat(answer: object, headers: Headers): void {
  if (headers.get("idempotent-replayed") === "true") repeats.add(answer);
}

export const isRepeat = (answer: object): boolean => repeats.has(answer);
