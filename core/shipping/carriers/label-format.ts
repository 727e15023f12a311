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
  if (text.startsWith("%PDF-")) return "pdf";
  // Printers skip anything before the first command, and so do we, except HTML.
  return /^[^<^]*\^XA/.test(text) ? "zpl" : null;
}
