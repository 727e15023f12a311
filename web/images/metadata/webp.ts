/** The chunks of a WebP picture. */
import { bytesOf, exifWith, orientationIn } from "./exif.ts";

/** Without these the picture would look different. */
const ofPicture: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

/** The bytes of a chunk before its content: its name and length. */
const headBytes = 8;
/** Bits in the first byte of VP8X: whether there is an EXIF chunk, and an XMP chunk. */
const flags = { exif: 0x08, xmp: 0x04 } as const;

export function webpWithoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, headBytes + view.getUint32(4, true));
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let orientation: number | null = null;
  for (let from = 12; from + headBytes <= end; ) {
    const name = String.fromCharCode(...bytes.subarray(from, from + 4));
    const length = view.getUint32(from + 4, true);
    // A chunk of odd length is followed by a padding byte.
    const to = Math.min(end, from + headBytes + length + (length % 2));
    if (ofPicture.has(name)) kept.push(bytes.slice(from, to));
    if (name === "EXIF") orientation ??= orientationOf(bytes.subarray(from + headBytes, to));
    from = to;
  }
  const extended = kept.find((chunk) => chunk[0] === 0x56 && chunk[3] === 0x58);
  if (extended) {
    const others = (extended[headBytes] ?? 0) & ~(flags.exif | flags.xmp);
    extended[headBytes] = orientation ? others | flags.exif : others;
    if (orientation) kept.push(chunkWith(orientation));
  }
  const head = bytes.slice(0, 12);
  new DataView(head.buffer).setUint32(4, 4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), true);
  return [head, ...kept];
}

/** Some programs begin it with the name "Exif", as in a JPEG. */
const orientationOf = (exif: Uint8Array): number | null => orientationIn(exif[0] === 0x45 ? exif.subarray(6) : exif);

function chunkWith(orientation: number): Uint8Array<ArrayBuffer> {
  const content = exifWith(orientation);
  return Uint8Array.from([...bytesOf("EXIF"), content.length, 0, 0, 0, ...content]);
}
