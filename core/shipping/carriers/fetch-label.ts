/** A label at its bytes: carriers' addresses expire, so it is fetched once and kept. */
import { noOf } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { done, type Outcome, refused, unknown } from "#core/provider/outcome";
import { formatOf, type LabelFile } from "./label-format.ts";
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

/** By its first bytes: what a carrier says of its kind is not believed. */
function fileOf(bytes: Buffer, said: LabelFormat): Outcome<LabelFile> {
  const format = formatOf(bytes);
  return format === null ? refused("notALabel", `What came is no ${said.toUpperCase()}.`) : done({ format, bytes });
}
