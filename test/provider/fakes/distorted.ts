/** Answers as a provider might give them one day: some of their fields are missing, null, or something else. */
import fc from "../../support/harness/properties.ts";

type Change = readonly [place: number, change: (value: unknown) => unknown];

const inText = (value: unknown) => (typeof value === "object" ? value : String(value));

/** Undefined leaves the field out. */
export const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.tuple(
    fc.nat(),
    fc.constantFrom<Change[1][]>(
      ...[() => undefined, () => null, () => "", () => " ", () => "some words", () => 0, () => -1.5, () => 1e21],
      ...[() => true, () => [], () => [null], () => ({}), inText, (value: unknown) => [value, value]],
    ),
  ),
  { minLength: 1, maxLength: 3 },
);

export function distorted(json: unknown, made: readonly Change[]): unknown {
  const answer: Place[0] = { json: structuredClone(json) };
  for (const [nth, change] of made) {
    const places = placesIn(answer).slice(1);
    const [holder, key] = places[nth % places.length] ?? [answer, "json"];
    holder[key] = change(holder[key]);
  }
  return answer["json"];
}

type Place = readonly [holder: Record<string, unknown>, key: string];

/** All fields and entries, at any depth. */
const placesIn = (value: unknown): Place[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[value as Place[0], key], ...placesIn(inner)]) // a list's keys are its indices
    : [];
