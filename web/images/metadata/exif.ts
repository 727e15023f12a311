/** Exif: what a camera writes about a picture. Only the orientation is needed to show it. */

const orientationTag = 0x0112;

/** How the picture has to be turned to be upright: 1 to 8 as in Exif; null if its directory does not say. */
export function orientationIn(tiff: Uint8Array): number | null {
  const isLittle = tiff[0] === 0x49;
  const numberAt = (at: number, size: 2 | 4): number => {
    const digits = [...tiff.subarray(at, at + size)];
    return (isLittle ? digits.toReversed() : digits).reduce((sum, digit) => sum * 256 + digit, 0);
  };
  const directory = numberAt(4, 4);
  for (let nth = 0; nth < numberAt(directory, 2); nth++) {
    const entry = directory + 2 + 12 * nth;
    if (entry + 12 > tiff.length) return null;
    if (numberAt(entry, 2) === orientationTag) return numberAt(entry + 8, 2);
  }
  return null;
}

/** A directory with the orientation and nothing else. */
export const exifWith = (orientation: number): readonly number[] => [
  ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
  ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation & 0xf, 0, 0, 0, 0, 0, 0],
];

/** A name in ASCII, as bytes. */
export const bytesOf = (name: string): readonly number[] => [...name].map((letter) => letter.charCodeAt(0));
