/** UTF-8 that a program has read as Windows-1252, as Excel opens a file without a mark: “MÃ¼ller” for “Müller”. */

/** What Windows-1252 has in its bytes from 0x80 to 0x9F; the others are the first of Unicode. */
const bytesOf = new Map(
  [...new TextDecoder("windows-1252").decode(range(0x80, 0xa0))].map((one, nth) => [one, 0x80 + nth]),
);

function range(from: number, to: number): Uint8Array {
  return Uint8Array.from({ length: to - from }, (_, nth) => from + nth);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Letters with marks, signs and emoji: what texts in Latin letters have besides ASCII, and not what É® would be. */
const isUsual = /^(?:[\0-\u017f\u0218-\u021b\u1e00-\u1eff\u2000-\u27bf\ufeff\u{1f000}-\u{1faff}]|\ufe0f)*$/u;

/** Two letters in a row of another script. A single one may be a letter with a sign: ß™, or Ø½ for half an inch. */
const isForeign = /(?!\p{Script=Latin})\p{L}\p{M}*(?!\p{Script=Latin})\p{L}/u;

/** A capital and a sign at the end of a word in capitals, such as IRMÃ™, or alone, such as Å². */
const signed = /(?<=\p{Lu})Ã[®™°²³](?!\p{L})|(?<=\p{Lu}|(?<!\p{L}))[ÄÅÈ][®™°²³“”’…](?!\p{L})/gu;

/**
 * The text as it was. Undefined unless all of its bytes are UTF-8, and that is a text that somebody would write: the
 * bytes of CAFÉ® and Spaß™ are UTF-8 as well.
 */
export function textBefore(text: string): string | undefined {
  if (!/[\u00c2-\u00f4]/.test(text.replace(signed, ""))) return undefined;
  const before = decoded(text);
  return before !== undefined && (isUsual.test(before) || isForeign.test(before)) ? before : undefined;
}

function decoded(text: string): string | undefined {
  const bytes = [...text].map((one) => bytesOf.get(one) ?? one.codePointAt(0) ?? 0);
  if (bytes.some((byte) => byte > 0xff)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/** Why a code, a title or a name looks as if it had been read so. */
export function wronglyRead(text: string): string | undefined {
  const before = textBefore(text);
  if (before === undefined) return undefined;
  return `A program has read this in the wrong encoding, and it was “${before}”: open the original file as UTF-8 (in Excel with Data, From Text/CSV), or write it as it should be.`;
}
