/** One PDF of many labels. A missing page is a parcel without a label. */
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { mergedPdf } from "../../web/packing/merge-labels.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
async function aPdf(...widths: number[]) {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 432]);
  return document.save();
}

it("has every page of every label, in the given order, and images on pages of their own", async () => {
  const { bytes, pages } = await mergedPdf([
    { format: "pdf", bytes: await aPdf(100, 200) },
    { format: "png", bytes: png },
    { format: "zpl", bytes: Buffer.from("^XA^XZ") },
    { format: "pdf", bytes: await aPdf(300) },
  ]);
  const merged = await PDFDocument.load(bytes);
  expect(pages).toBe(4);
  expect(merged.getPages().map((page) => page.getWidth())).toEqual([100, 200, 288, 300]);
});
