import { describe, expect, it } from "vitest";
import { type RefusalCode, refusals } from "#core/contract/refusals";
import { Refused } from "../../web/api/ask.ts";
import { words, wordsOf } from "../../web/api/words.ts";

describe("the words of refusals", () => {
  // Without them a clerk reads a sentence meant for programmers, with a customer on the phone.
  it("are there for every code that the store can answer, or follow from its being unknown", () => {
    const without = Object.keys(refusals).filter((code) => !Object.hasOwn(words, code) && !code.endsWith(".unknown"));
    expect(without).toEqual([]);
  });

  it.each([...Object.entries(refusals), ["offline", [0, ""]] as const])("say something: %s", (code, [, sentence]) => {
    const { title, advice } = wordsOf(new Refused(code as RefusalCode, sentence)); // Object.entries forgets its type
    expect(title).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(advice).toMatch(/^[A-Z].+\.$/);
  });
});
