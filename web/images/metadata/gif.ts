/** The blocks of a GIF. */

/** The first byte of each kind of block. */
const kind = { extension: 0x21, image: 0x2c } as const;
/** The second byte of an extension. */
const label = { control: 0xf9, application: 0xff } as const;

/** Without these the picture would look different: how often it repeats, and its colour profile. */
const ofPicture: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

export function gifWithoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const first = 13 + coloursAt(bytes, 10);
  const kept = [bytes.subarray(0, first)];
  // Whatever else stands between blocks ends the picture for browsers, too.
  for (let from = first; bytes[from] === kind.extension || bytes[from] === kind.image; ) {
    const isImage = bytes[from] === kind.image;
    const to = endOfParts(bytes, isImage ? from + 11 + coloursAt(bytes, from + 9) : from + 2);
    if (isImage || isOfPicture(bytes, from)) kept.push(bytes.subarray(from, to));
    from = to;
  }
  return [...kept, Uint8Array.of(end)];
}

const end = 0x3b;

/** The bytes of the table of colours that these flags announce. */
function coloursAt(bytes: Uint8Array, at: number): number {
  const flags = bytes[at] ?? 0;
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Each part begins with its length; one without a length is the last. */
function endOfParts(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at]) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

function isOfPicture(bytes: Uint8Array, from: number): boolean {
  if (bytes[from + 1] === label.control) return true;
  return (
    bytes[from + 1] === label.application && ofPicture.has(String.fromCharCode(...bytes.subarray(from + 3, from + 14)))
  );
}
