/** Image types that may be uploaded: those that a browser draws and never runs. */

export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;
export type ImageType = (typeof imageTypes)[number];

/** How many leading bytes of a file `imageTypeOf` looks at. */
export const firstBytesMax = 64;

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/**
 * The image type by a file's first bytes; null for anything else. A name and a declared type are only claims.
 * Signatures as in the formats' specifications (PNG 5.2, JFIF's SOI, RIFF, GIF87a and GIF89a, ISO 14496-12's `ftyp`).
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (latin(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (latin(bytes, 0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (latin(bytes, 0, 4) === "RIFF" && latin(bytes, 8, 12) === "WEBP") return "image/webp";
  if (/^GIF8[79]a$/.test(latin(bytes, 0, 6))) return "image/gif";
  return isAvif(bytes) ? "image/avif" : null;
}

/** The first box names the major brand and, after four bytes of version, the compatible brands. */
function isAvif(bytes: Uint8Array): boolean {
  if (latin(bytes, 4, 8) !== "ftyp") return false;
  const boxBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const end = Math.min(boxBytes, bytes.length, firstBytesMax);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12 && /^avi[fs]$/.test(latin(bytes, at, at + 4))) return true;
  }
  return false;
}
