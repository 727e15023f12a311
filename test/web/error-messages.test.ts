import { describe, expect, it } from "vitest";
import { type RefusalCode, refusals } from "#core/contract/kit/refusals";
import { ApiError } from "../../web/api/api-client.ts";
import { errorMessage, errorMessages } from "../../web/api/error-messages.ts";

describe("the error messages of the admin", () => {
  // Without a message, a clerk with a customer on the phone sees a sentence meant for programmers.
  it("exist for every code that the API can answer, except those for a missing record, which get a general one", () => {
    const without = Object.keys(refusals).filter(
      (code) => !Object.hasOwn(errorMessages, code) && !code.endsWith(".unknown"),
    );
    expect(without).toEqual([]);
  });

  it.each([...Object.entries(refusals), ["offline", [0, ""]] as const, ["unexpected", [0, ""]] as const])(
    "have a title, and advice in complete sentences: %s",
    (code, [, sentence]) => {
      const { title, advice } = errorMessage(new ApiError(code as RefusalCode, sentence)); // the type is lost
      expect(title).toMatch(/^[A-Z].{5,}[^.]$/);
      expect(advice).toMatch(/^[A-Z].+\.$/);
    },
  );

  // A price list of 3,000 pasted rows was refused for one of them, and did not say for which.
  it("name the SKUs that no item has, of very many the first ten", () => {
    const refused = (skus?: string[]) => errorMessage(new ApiError("variant.unknown", "", skus && { skus })).advice;
    expect(refused()).toContain("Choose another.");
    expect(refused(["A-1", "B-2"])).toContain("Not in the catalogue: A-1, B-2. ");
    expect(refused(Array.from({ length: 12 }, (_, nth) => `S-${nth}`))).toContain("S-9 and 2 more. ");
  });

  it("name each item that customs needs more about once, and say what it lacks", () => {
    const lines = [
      { sku: "A", title: "Kurta", lacks: "hsCode" },
      { sku: "A", title: "Kurta", lacks: "originCountry" },
      { sku: "B", title: "Sample", lacks: "price" },
    ];
    const refused = (of: typeof lines) => errorMessage(new ApiError("parcel.customs", "", { lines: of })).advice;
    expect(refused(lines.slice(0, 2))).toBe("Add HS code and country of origin to Kurta.");
    expect(refused(lines.slice(2))).toBe(
      "Customs needs a value above zero: give Sample a price or a compare-at price in Products, or ship the parcel manually.",
    );
  });
});
