/** A street in the lines that a carrier prints. */
import type { Address } from "#core/contract/kit/fields";

/** Lines of at most this many characters, broken between words and never truncated. */
export function streetLines(lineMax: number, { line1, line2 }: Pick<Address, "line1" | "line2">): string[] {
  const lines: string[] = [];
  const part = new RegExp(`.{1,${lineMax}}`, "gu");
  for (const given of [line1, line2 ?? ""]) {
    let line = "";
    for (const word of given.split(/\s+/).flatMap((long) => long.match(part) ?? [])) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (longer.length > lineMax) lines.push(line);
      line = longer.length > lineMax ? word : longer;
    }
    if (line !== "") lines.push(line);
  }
  return lines;
}
