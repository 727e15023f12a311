import { describe, expect, it } from "vitest";
import { emptyVariantRow, rowsFor, type VariantRow } from "../../web/products/variant-rows.ts";

const size = (...values: string[]) => [{ name: "Size", values }];
const sizesOf = (rows: readonly VariantRow[]) => rows.map(({ options }) => options.join(" "));

describe("the rows of a new product's variants", () => {
  const both = rowsFor(size("S", "M"), { options: size("S"), variants: [emptyVariantRow(["S"])] });
  const withoutM = both.filter(({ options: [value] }) => value !== "M");

  it("do not come back once they are removed, while there are others", () => {
    expect(sizesOf(rowsFor(size("S", "M", "L"), { options: size("S", "M"), variants: withoutM }))).toEqual(["S", "L"]);
  });

  // No row was left, nor did one ever come back, whatever was typed.
  it("come back if no other is left, so that a product always has one", () => {
    const onlyM = rowsFor(size("M"), { options: size("S", "M"), variants: withoutM });
    expect(sizesOf(onlyM)).toEqual(["M"]);
    const none = rowsFor(size(), { options: size("M"), variants: onlyM });
    expect(sizesOf(none)).toEqual([""]);
    expect(sizesOf(rowsFor(size("L"), { options: size(), variants: none }))).toEqual(["L"]);
  });
});
