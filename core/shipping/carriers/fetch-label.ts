/** A label at its bytes: carriers' addresses expire, so it is fetched once and kept. */
import { noOf } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Label, LabelFormat } from "./parcel.ts";

/**
 * The label as a file. An address that is gone is refused as `labelGone`, one that leads to something else as `notALabel`;
 * what is larger than any answer may be is unknown, as everything is that did not come whole.
 */
export async function fetchLabel(http: Http, label: Label): Promise<Outcome<LabelFile>> {
  if ("bytes" in label) return fileOf(label.bytes, label.format);
  const answer = await http.send({ method: "GET", url: label.url, headers: { accept: "*/*" } });
  if ([403, 404, 410].includes(answer.status)) {
    return refused("labelGone", `Its label is no longer there (${answer.status}).`);
  }
  if (answer.status >= 300 && answer.status < 400) return unknown("Its label has moved to another address.");
  if (answer.status !== 200) return noOf(answer, "labelGone", "");
  return fileOf(answer.bytes, label.format);
}

export interface LabelFile {
  readonly format: LabelFormat;
  readonly bytes: Buffer;
}

/** By its first bytes: what a carrier says of its kind is not believed. */
function fileOf(bytes: Buffer, said: LabelFormat): Outcome<LabelFile> {
  const format = formatOf(bytes);
  return format === null ? refused("notALabel", `What came is no ${said.toUpperCase()}.`) : done({ format, bytes });
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function formatOf(bytes: Buffer): LabelFormat | null {
  const start = bytes.subarray(0, 1_024);
  if (start.subarray(0, 8).equals(pngStart)) return "png";
  const text = start.toString("latin1");
  if (text.startsWith("%PDF-")) return "pdf";
  // Printers skip what stands before the first command, and so do we; a page of HTML is none.
  return /^[^<^]*\^XA/.test(text) ? "zpl" : null;
}
