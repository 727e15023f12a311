/** Merges labels into one file to print. Loaded on demand, because the library is large. */
import { PDFDocument } from "@cantoo/pdf-lib";

export interface FetchedLabel {
  readonly format: "pdf" | "png" | "zpl";
  readonly bytes: Uint8Array;
}

/** 4 × 6 inches in points, the format of label printers: the page size for a label that is an image. */
const [width, height] = [288, 432];

/** Every page of every label, in the order given. Labels for ZPL printers are text, and not part of it. */
export async function mergedPdf(labels: readonly FetchedLabel[]): Promise<{ bytes: Uint8Array; pages: number }> {
  const merged = await PDFDocument.create();
  for (const { format, bytes } of labels) {
    if (format === "pdf") {
      const one = await PDFDocument.load(bytes);
      for (const page of await merged.copyPages(one, one.getPageIndices())) merged.addPage(page);
    } else if (format === "png") {
      const picture = await merged.embedPng(bytes);
      const size = picture.scaleToFit(width, height);
      merged
        .addPage([width, height])
        .drawImage(picture, { ...size, x: (width - size.width) / 2, y: (height - size.height) / 2 });
    }
  }
  return { bytes: await merged.save(), pages: merged.getPageCount() };
}
