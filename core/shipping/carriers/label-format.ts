/** What a label is, by its first bytes: what a carrier says of its kind is not believed. */
import type { LabelFormat } from "./parcel.ts";

export interface LabelFile {
  readonly format: LabelFormat;
  readonly bytes: Buffer;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Null when it is no label. */
export function formatOf(bytes: Buffer): LabelFormat | null {
  const start = bytes.subarray(0, 1_024);
  if (start.subarray(0, 8).equals(pngStart)) return "png";
  const text = start.toString("latin1");
  if (text.startsWith("%PDF-")) return "pdf";
  // Printers skip what stands before the first command, and so do we; a page of HTML is none.
  return /^[^<^]*\^XA/.test(text) ? "zpl" : null;
}
