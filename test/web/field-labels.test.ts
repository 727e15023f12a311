import { expect, it } from "vitest";
import { pathLabel } from "../../web/ui/format/field-labels.ts";

// "lines.0.unitPriceMinor: At most 9." was shown below a form whose fields have other names.
it("a field that no screen shows is named in words, and its line counted from one", () => {
  expect(pathLabel("lines.0.unitPriceMinor")).toBe("Lines 1, unit price");
  expect(pathLabel("addresses.1.line1")).toBe("Addresses 2, line1");
  expect(pathLabel("priceMinor")).toBe("Price");
  expect(pathLabel("")).toBe("");
});
