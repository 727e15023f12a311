import { describe, expect, it } from "vitest";
import { refusals } from "#core/contract/refusals";
import { errorMessages } from "../../web/api/error-messages.ts";

describe("the words of refusals", () => {
  // Without them a clerk reads a sentence meant for programmers, with a customer on the phone.
  it("are there for every code that the store can answer", () => {
    const without = Object.keys(refusals).filter((code) => !Object.hasOwn(errorMessages, code));
    expect(without).toEqual([]);
  });

  it("say something, and end in a sentence", () => {
    for (const [code, [title, advice]] of Object.entries(errorMessages)) {
      const said = typeof advice === "string" ? advice : advice({});
      expect(title.length, code).toBeGreaterThan(5);
      expect(said, code).toMatch(/\.$/);
    }
  });
});
