import { describe, expect, it } from "vitest";
import { joinedLists } from "../../web/catalogue/joined-lists.ts";

const joined = (base: string, mine: string, theirs: string) => joinedLists([...base], [...mine], [...theirs]).join("");

// Whoever saved second removed from the shop what a colleague had just added.
describe("a list that two people have changed at once", () => {
  it("has what both have added, and nothing that either has removed", () => {
    expect(joined("abcd", "abdx", "acdy")).toBe("adyx");
    expect(joined("", "x", "y")).toBe("yx");
    expect(joined("ab", "abx", "abx")).toBe("abx");
    expect(joined("ab", "", "abc")).toBe("c");
  });

  it("is in my order if I have moved something, otherwise in theirs", () => {
    expect(joined("abc", "cabx", "bacy")).toBe("cabxy");
    expect(joined("abc", "acx", "cba")).toBe("cax");
  });
});
