/** The chunks of a PNG. */
import { bytesOf, exifWith, orientationIn } from "./exif.ts";

/** Without these the picture would look different. Programs may write anything into chunks of their own. */
const ofPicture: ReadonlySet<string> = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "CgBI", "tRNS", "bKGD", "hIST", "sPLT", "pHYs", "acTL", "fcTL", "fdAT"],
  ...["cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI"],
]);

/** The bytes of a chunk besides its content: its length and name before it, and a checksum after it. */
const [beforeBytes, checksumBytes] = [8, 4];

export function pngWithoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const kept = [bytes.subarray(0, 8)];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let name = "";
  for (let from = 8; from + beforeBytes <= bytes.length && name !== "IEND"; ) {
    const end = from + beforeBytes + view.getUint32(from);
    name = String.fromCharCode(...bytes.subarray(from + 4, from + beforeBytes));
    if (ofPicture.has(name)) kept.push(bytes.subarray(from, end + checksumBytes));
    const orientation = name === "eXIf" ? orientationIn(bytes.subarray(from + beforeBytes, end)) : null;
    if (orientation) kept.push(chunkWith(orientation));
    from = end + checksumBytes;
  }
  return kept;
}

function chunkWith(orientation: number): Uint8Array<ArrayBuffer> {
  const content = exifWith(orientation);
  const named = [...bytesOf("eXIf"), ...content];
  const chunk = Uint8Array.from([0, 0, 0, content.length, ...named, 0, 0, 0, 0]);
  new DataView(chunk.buffer).setUint32(beforeBytes + content.length, checksumOf(named));
  return chunk;
}

/** CRC-32, as PNG requires. */
function checksumOf(bytes: readonly number[]): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
