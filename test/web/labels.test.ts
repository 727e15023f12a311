/** What is printed on labels: barcodes that a reader can decode, at their place on the paper. */
import { BarcodeFormat, BitArray, Code128Reader, EAN13Reader, type Result } from "@zxing/library";
import { describe, expect, it } from "vitest";
import { barsOf, codeOf } from "../../web/labels/bars.ts";
import { chosenItems, labelsOf } from "../../web/labels/chosen-items.ts";
import { layouts, moduleMm, pagesOf } from "../../web/labels/layouts.ts";

/** Decoded by an independent reader, with three dots per bar. */
function scanned(code: string): Result {
  const bars = barsOf(code);
  if (!bars) throw new Error(`no bars for ${code}`);
  const row = new BitArray(bars.modules.length * 3);
  for (let at = 0; at < bars.modules.length * 3; at++) if (bars.modules[Math.floor(at / 3)] === "1") row.set(at);
  const reader = bars.format === "EAN13" ? new EAN13Reader() : new Code128Reader();
  return reader.decodeRow(0, row, new Map());
}

describe("the barcode of a label", () => {
  // A label that scans as something else sends the wrong goods, and no one sees it.
  it.each(["4006381333931", "0012345678905", "9780201379624"])("of %s is an EAN-13 with this code", (code) => {
    expect(scanned(code).getText()).toBe(code);
    expect(scanned(code).getBarcodeFormat()).toBe(BarcodeFormat.EAN_13);
  });

  it.each([
    ["a wrong check digit", "4006381333932"],
    ["twelve digits", "012345678905"],
    ["letters and signs", "LS-M/Blue.2 (x)"],
    ["lower case", "linen-shirt_m"],
    ["an odd number of digits", "12345"],
    ["a bin", "A-03"],
  ])("of %s is Code 128 with all of it", (_, code) => {
    expect(scanned(code).getText()).toBe(code);
    expect(scanned(code).getBarcodeFormat()).toBe(BarcodeFormat.CODE_128);
  });

  it("is missing if Code 128 does not have the characters, or the text is empty", () => {
    expect([barsOf("कमीज़"), barsOf("")]).toEqual([null, null]);
  });

  it("contains the barcode, or the SKU if there is none", () => {
    expect(codeOf({ barcode: "890", sku: "LS" })).toBe("890");
    expect(codeOf({ barcode: null, sku: "LS" })).toBe("LS");
  });

  it("as an EAN-13 is wide enough on every paper", () => {
    for (const layout of layouts) expect(moduleMm(layout, 113), layout.id).toBeGreaterThan(0.26);
  });
});

describe("the pages of labels", () => {
  it("have labels that fit on the paper", () => {
    for (const { id, page, label, columns, rows, gap } of layouts) {
      expect(columns * label[0] + (columns - 1) * gap, id).toBeLessThanOrEqual(page[0]);
      expect(rows * label[1], id).toBeLessThanOrEqual(page[1]);
    }
  });

  it("begin at the first unused label of a partly used sheet", () => {
    const sheet = layouts.find(({ id }) => id === "a4-21")!;
    const labels = Array.from({ length: 20 }, (_, nth) => nth);
    const pages = pagesOf(sheet, labels, 5);
    expect(pages.map(({ length }) => length)).toEqual([21, 4]);
    expect(pages[0]!.slice(0, 6)).toEqual([null, null, null, null, null, 0]);
    expect(pages.flat().filter((label) => label !== null)).toEqual(labels);
    expect(pagesOf(layouts[0], labels)).toHaveLength(20);
  });
});

describe("a link to labels", () => {
  it("contains the number of each, and adds up repeated items", () => {
    const { variants } = labelsOf([
      { id: "var_a", copies: 5 },
      { id: "var_b", copies: 1 },
      { id: "var_a", copies: 2 },
    ]);
    expect(variants).toBe("var_a*7,var_b");
    expect(chosenItems(variants)).toEqual([
      { id: "var_a", copies: 7 },
      { id: "var_b", copies: 1 },
    ]);
  });

  it("that is partly invalid prints the valid part", () => {
    expect(chosenItems("ord_1*3,var_a*many,,var_b*100000")).toEqual([
      { id: "var_a", copies: 1 },
      { id: "var_b", copies: 999 },
    ]);
  });
});
