/** A label's format by its first bytes; the carrier's content type is not trusted. */
import type { LabelFormat } from "./parcel.ts";

export interface LabelFile {
  readonly format: LabelFormat;
  readonly bytes: Buffer;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Null if it is not a label. */
export function formatOf(bytes: Buffer): LabelFormat | null {
  const start = bytes.subarray(0, 1_024);
  if (start.subarray(0, 8).equals(pngStart)) return "png";
  const text = start.toString("latin1");
  // PDF readers skip a byte order mark and blank lines before this.
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(text)) return "pdf";
  // Commands that set up the printer may precede the label. HTML, which begins with `<`, is not a label.
  return /^[^<]*\^XA/.test(text) ? "zpl" : null;
}
