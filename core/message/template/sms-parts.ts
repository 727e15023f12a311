/** How many messages an SMS is sent and charged as (3GPP TS 23.038 and 23.040). */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Each counts as two characters. */
const extended = "\f^{}\\[~]|€";
const places = new Map([
  ...[...basic].map((one) => [one, 1] as const),
  ...[...extended].map((one) => [one, 2] as const),
]);

export interface SmsParts {
  /** A single character outside GSM-7 makes the whole text UCS-2. */
  readonly encoding: "GSM-7" | "UCS-2";
  readonly count: number;
  /** In units of the encoding. */
  readonly characters: number;
}

export function smsParts(text: string): SmsParts {
  const letters = [...text];
  const isBasic = letters.every((letter) => places.has(letter));
  const widths = letters.map((letter) => (isBasic ? (places.get(letter) ?? 1) : letter.length));
  const characters = widths.reduce((sum, width) => sum + width, 0);
  const [alone, each] = isBasic ? [160, 153] : [70, 67];
  return {
    encoding: isBasic ? "GSM-7" : "UCS-2",
    count: characters <= alone ? 1 : partsOf(widths, each),
    characters,
  };
}

/** Characters are not split: one that does not fit begins the next part. */
function partsOf(widths: readonly number[], each: number): number {
  let [count, left] = [1, each];
  for (const width of widths) {
    if (width > left) [count, left] = [count + 1, each];
    left -= width;
  }
  return count;
}
