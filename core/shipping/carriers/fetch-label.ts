/** Downloads a label: carriers' URLs expire, so it is fetched once and stored. */
import { noOf } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { done, type Outcome, refused, unknown } from "#core/provider/outcome";
import { formatOf, type LabelFile } from "./label-format.ts";
import type { Label, LabelFormat } from "./parcel.ts";

/**
 * The label as a file. A missing one is refused as `labelGone`, another kind of file as `notALabel`; an answer above
 * the size limit is unknown, like any incomplete answer.
 */
export async function fetchLabel(http: Http, label: Label): Promise<Outcome<LabelFile>> {
  if ("bytes" in label) return fileOf(label.bytes, label.format);
  const answer = await http.send({ method: "GET", url: label.url, headers: { accept: "*/*" } });
  if ([403, 404, 410].includes(answer.status)) {
    return refused("labelGone", `The carrier no longer has the label (${answer.status}).`);
  }
  if (answer.status >= 300 && answer.status < 400) return unknown("The label has moved to another address.");
  if (answer.status !== 200) return noOf(answer, "labelGone", "");
  return fileOf(answer.bytes, label.format);
}

/** The format is determined by the first bytes, not by the carrier's content type. */
function fileOf(bytes: Buffer, declared: LabelFormat): Outcome<LabelFile> {
  const format = formatOf(bytes);
  return format === null
    ? refused("notALabel", `The carrier sent a file that is not a ${declared.toUpperCase()} label.`)
    : done({ format, bytes });
}
